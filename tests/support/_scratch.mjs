// tests/support/apps.ts
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
var folder = fileURLToPath(new URL("../apps/", import.meta.url));
var solid = {
  name: "solid",
  setup({ onLoad }) {
    onLoad({ filter: /\.solid\.jsx$/ }, async ({ path }) => {
      const { transformFileAsync } = await packageOfApps("@babel/core");
      const options = { cwd: folder, presets: ["babel-preset-solid"], babelrc: false, configFile: false };
      const { code } = await transformFileAsync(path, options);
      return { contents: code, loader: "js" };
    });
  }
};
var svelte = {
  name: "svelte",
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { compile } = await packageOfApps("svelte/compiler");
      const { readFile } = await import("node:fs/promises");
      const { js } = compile(await readFile(path, "utf8"), { filename: path, css: "injected" });
      return { contents: js.code, loader: "js" };
    });
  }
};
var packageOfApps = async (name) => {
  const { createRequire } = await import("node:module");
  return createRequire(`${folder}package.json`)(name);
};
var react18 = { react: "react18", "react-dom": "react-dom18" };
var appPage = async (name) => {
  if (!existsSync(`${folder}node_modules/.package-lock.json`))
    throw new Error(
      "The packages of tests/apps are missing; run `npm test`, or `npm ci --ignore-scripts` in that folder."
    );
  const [entry = "", version2] = name.split("@");
  const file = [".js", ".jsx", ".solid.jsx", ".ts"].map((ending) => entry + ending).find((path) => existsSync(folder + path));
  if (!file) throw new Error(`tests/apps has no ${entry}`);
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [file],
    bundle: true,
    write: false,
    outdir: "out",
    minify: true,
    format: "iife",
    jsx: "automatic",
    loader: { ".ttf": "dataurl", ".woff": "dataurl", ".woff2": "dataurl", ".svg": "dataurl" },
    plugins: [solid, svelte],
    conditions: ["browser", "svelte", "production"],
    alias: version2 === "18" ? react18 : {},
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
    logLevel: "error",
    define: {
      global: "window",
      "process.env.NODE_ENV": '"production"',
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false"
    }
  });
  const built = (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
  const inScript = built(".js").replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  return `<style>${built(".css")}</style><div id=app></div><script>${inScript}</script>`;
};

// scripts/setup/browser.mjs
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync as existsSync2 } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
var commands = [
  "google-chrome-stable",
  "google-chrome",
  "chrome",
  "chromium",
  "chromium-browser",
  "microsoft-edge-stable",
  "microsoft-edge",
  "brave-browser",
  "brave"
];
var usualPlaces = {
  linux: {
    folders: [
      "/usr/bin",
      "/usr/local/bin",
      "/opt/google/chrome",
      "/opt/microsoft/msedge",
      "/opt/brave.com/brave"
    ],
    files: [...commands, "msedge"]
  },
  darwin: {
    folders: ["/Applications", join(homedir(), "Applications")],
    files: ["Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"].map(
      (name) => `${name}.app/Contents/MacOS/${name}`
    )
  },
  win32: {
    folders: [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA],
    files: [
      "Google\\Chrome\\Application\\chrome.exe",
      "Chromium\\Application\\chrome.exe",
      "Microsoft\\Edge\\Application\\msedge.exe",
      "BraveSoftware\\Brave-Browser\\Application\\brave.exe"
    ]
  }
};
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
function versionOf(path) {
  if (process.platform === "win32") return "version not asked";
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 3e4 });
  return status === 0 && /\d+\.\d+/.test(stdout) ? stdout.trim() : void 0;
}
function* candidates() {
  const onPath = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const { folders, files } = usualPlaces[process.platform] ?? { folders: [], files: [] };
  if (process.platform !== "win32") {
    for (const name of commands)
      for (const folder2 of onPath) if (!folder2.startsWith("/snap")) yield join(folder2, name);
  }
  for (const file of files) for (const folder2 of folders) if (folder2) yield join(folder2, file);
}
async function playwrightPath() {
  try {
    const { chromium } = await import("playwright-core");
    return chromium.executablePath();
  } catch {
    return void 0;
  }
}
async function findBrowser() {
  for (const name of ["AGENT_BROWSER_CHROMIUM", "CHROME_PATH"]) {
    const path = process.env[name];
    if (!path) continue;
    const version2 = existsSync2(path) ? versionOf(path) : void 0;
    if (!version2)
      throw new Error(`${name} is ${path}, and no browser runs there. Correct it, or leave it out.`);
    return { path, version: version2 };
  }
  const downloaded = await playwrightPath();
  const snap = process.platform === "linux" ? "/snap/bin/chromium" : void 0;
  const seen = /* @__PURE__ */ new Set();
  for (const path of [...candidates(), downloaded, snap]) {
    if (!path || seen.has(path) || !isExecutable(path)) continue;
    seen.add(path);
    const version2 = versionOf(path);
    if (version2) return { path, version: version2 };
  }
  return void 0;
}
var flags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
];
async function launchBrowser({ path, headless = true }) {
  const { chromium } = await import("playwright-core");
  const start = (chromiumSandbox) => chromium.launch({ executablePath: path, headless, args: flags, chromiumSandbox });
  if (process.getuid?.() === 0) return start(false);
  try {
    return await start(true);
  } catch (error) {
    if (!/sandbox/i.test(String(error))) throw error;
    return start(false);
  }
}

// tests/support/chromium.ts
async function launchChromium() {
  const browser = await findBrowser();
  if (!browser) {
    throw new Error(
      "There is no Chromium for the browser tests: run `npm test`, or set AGENT_BROWSER_CHROMIUM."
    );
  }
  return launchBrowser({ path: browser.path });
}

// scripts/build/bundle.mjs
import { readFileSync } from "node:fs";
import { join as join2 } from "node:path";
import { build as build2, transform } from "esbuild";

// scripts/setup/run.mjs
import { fileURLToPath as fileURLToPath2 } from "node:url";
var root = fileURLToPath2(new URL("../../", import.meta.url));

// scripts/build/bundle.mjs
var readSource = (path) => readFileSync(join2(root, path), "utf8").replaceAll("\r\n", "\n");
var version = (
  /** @type {string} */
  JSON.parse(readSource("package.json")).version
);
var banner = `/*! agent-browser-inpage v${version} | MIT | lets a language model read and operate this page: window.__agentBrowser */`;
var shared = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  // The oldest engines that a WebView may be.
  target: "es2019",
  // A host may load the file with any encoding.
  charset: "ascii",
  legalComments: "none",
  define: { __VERSION__: JSON.stringify(version) },
  banner: { js: banner },
  logLevel: "warning"
};
async function bundle(options) {
  const { outputFiles } = await build2({ ...shared, ...options });
  return (
    /** @type {{ text: string }[]} */
    outputFiles[0]?.text ?? ""
  );
}
var bundleForPage = () => bundle({ entryPoints: ["src/inject/main.ts"], format: "iife", platform: "browser", minify: true });

// ../../x/explore.mts
var script = await bundleForPage();
var b = await launchChromium();
var OLD = "old one\nold two";
var long = "word ".repeat(1e3).trim();
var many = Array.from({ length: 120 }, (_, i) => "line " + i).join("\n");
var FILLS = [
  ["line", OLD, "new", "new"],
  ["lines", OLD, "one\ntwo\nthree", "one\ntwo\nthree"],
  ["blankline", OLD, "one\n\nthree", "one\n\nthree"],
  ["emoji", OLD, "a\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}b\u{1F1E8}\u{1F1ED}\xE9\u{1F600}", ""],
  ["rtl", OLD, "\u05E9\u05DC\u05D5\u05DD (\u05E2\u05D5\u05DC\u05DD) 12", ""],
  ["combining", OLD, "e\u0301a\u0308 n\u0303", ""],
  ["empty", "", "new", "new"],
  ["spaces", OLD, "  a  b ", ""],
  ["leading newline", OLD, "\nb", ""],
  ["long", OLD, long, ""],
  ["many", OLD, many, ""],
  ["clear", OLD, "", ""],
  ["markup", OLD, "# a <b> & * b", ""]
];
var only = process.argv[3]?.split(",");
for (const name of (process.argv[2] ?? "contenteditable,plaintext,prosemirror,lexical,slate,quill,codemirror,codemirror5,draft,draft@18,ckeditor,tinymce,tinymce-frame,monaco").split(",")) {
  const html = await appPage("editors/" + name);
  const p = await b.newPage({ viewport: { width: 800, height: 600 } });
  p.on("pageerror", (e) => console.log("pageerror", e.message.slice(0, 200)));
  await p.setContent("<!doctype html><body>" + html);
  await p.evaluate(script + ";0");
  for (const verb of ["run", "action"]) {
    for (const [what, old, text, w] of FILLS) {
      if (only && !only.includes(what)) continue;
      const wanted = w || text;
      await p.evaluate(`(async()=>{await mount(${JSON.stringify({ text: old })})})()`);
      await p.waitForFunction(`window.model && model() === ${JSON.stringify(old)}`, void 0, { timeout: 3e3 }).catch(async (e) => console.log("MODEL", JSON.stringify(await p.evaluate("window.model?.()"))));
      const snap = await p.evaluate("__agentBrowser.snapshot()");
      const found = Object.values(snap.refs).find((r2) => /textbox/.test(r2.role)) ?? Object.values(snap.refs).find((r2) => /generic/.test(r2.role) && !/^(a|button)$/.test(r2.tag));
      if (!found) {
        console.log(name, what, "NO REF", JSON.stringify(Object.values(snap.refs)).slice(0, 300));
        continue;
      }
      const call = verb === "run" ? `run('action', ${JSON.stringify(found.ref)}, 'fill', ${JSON.stringify({ text })})` : `action(${JSON.stringify(found.ref)}, 'fill', ${JSON.stringify({ text })})`;
      const r = await p.evaluate(`__agentBrowser.${call}`);
      await p.waitForTimeout(verb === "run" ? 0 : 200);
      const model = await p.evaluate("model()");
      const ok = model === wanted ? "right" : "WRONG " + JSON.stringify(model.slice(0, 90));
      const flag = (r.ok && r.verified === true) !== (model === wanted) ? "   <<<<<" : "";
      console.log(name.padEnd(16), verb.padEnd(7), what.padEnd(10), r.ok ? "ok " + r.verified : r.error.code + " " + r.error.message.slice(0, 140), "|", ok, flag);
    }
  }
  await p.close();
}
await b.close();
