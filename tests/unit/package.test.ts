import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesWithAddress, projectAddress } from '../../scripts/address.mjs';
import { root } from '../../scripts/setup/run.mjs';

const NAME = 'agent-browser-inpage';

let project: string;
let installed: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'agent-browser-package-'));
  const isWindows = process.platform === 'win32';
  const npm = (cwd: string, ...args: string[]): string =>
    execFileSync('npm', args, {
      cwd,
      encoding: 'utf8',
      shell: isWindows,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  // `npm test` has already built the scripts, but not the types as they are packed.
  npm(root, ...(process.env.AGENT_BROWSER_BUILT ? ['run', 'build:types'] : ['run', 'build']), '--silent');
  const [packed] = JSON.parse(npm(root, 'pack', '--json', '--ignore-scripts', '--pack-destination', project));
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'empty', type: 'module', private: true }),
  );
  npm(
    project,
    'install',
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    join(project, packed.filename),
  );
  installed = join(project, 'node_modules', NAME);
}, 300_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'));

/** Code of a user; a line after `@ts-expect-error` must be an error. */
const CONSUMER = `
import { type AgentBrowser, type ErrorCode, type PageKind, renderSnapshot, type SnapshotTree } from '${NAME}';
import { AgentSession, playwright, ToolExecutor, UrlPolicy } from '${NAME}/host';
import { renderSnapshotText } from '${NAME}/render';
import script, { script as named } from '${NAME}/script';
import { TOOLS, toAiSdk, toAnthropic, toMcp, toOpenAi, toOpenAiResponses } from '${NAME}/tools';

export const texts: string[] = [script, named];
export const shapes = [toAnthropic(TOOLS), toMcp(TOOLS), toOpenAi(TOOLS), toOpenAiResponses(TOOLS)];
export const own = toAiSdk(TOOLS, (schema) => schema, async (name) => name);

const agent = window.__agentBrowser as AgentBrowser;
export const injected: AgentBrowser | undefined = window.__agentBrowser;
const text = agent.snapshot({ format: 'text', maxCharsTotal: 4000 });
export const written: string = text.ok ? text.text : text.error.message;
const json = agent.snapshot({ interactiveOnly: false });
export const tree: SnapshotTree | undefined = json.ok ? json : undefined;
export const rendered: string = json.ok ? renderSnapshot(json).text + renderSnapshotText(json) : '';
const since = agent.snapshot({ since: 1 });
export const delta = since.ok && 'delta' in since ? since.delta : undefined;
const found = agent.page('find', { value: 'Buy' });
export const total: number = found.ok ? found.total : 0;
agent.action('kd1', 'click');
// @ts-expect-error there is no such kind
agent.action('kd1', 'clik');
// @ts-expect-error there is no such kind
agent.query('kd1', 'colour');
// @ts-expect-error there is no such option
agent.snapshot({ formt: 'text' });
// @ts-expect-error a text is no tree
text.ok && text.tree;
export const kind: PageKind = 'scroll';
export const code: ErrorCode = 'ref_not_found';

export const loop = async (page: Parameters<typeof playwright>[0]): Promise<string> => {
  const session = new AgentSession(playwright(page));
  const step = await session.act('kd1', 'fill', { text: 'x' });
  // @ts-expect-error there is no such kind
  await session.act('kd1', 'clik');
  const executor = new ToolExecutor(session, { urls: new UrlPolicy({ hosts: ['shop.example'] }) });
  return step.text + (await executor.execute('web_click', { ref: 'kd1' })).text;
};
`;

/** Code of a user's bundle for a page. */
const IN_PAGE = `
import { type AgentBrowser, agentBrowser } from '${NAME}/inject';
export const agent: AgentBrowser = agentBrowser;
export const same: AgentBrowser | undefined = window.__agentBrowser;
`;

/** Code that uses no types of a page or of Node. */
const PURE = `
import { renderSnapshot } from '${NAME}/render';
import { TOOLS } from '${NAME}/tools';
export const use = [renderSnapshot, TOOLS];
`;

describe('the npm package, packed and installed in an empty project', () => {
  it.each([
    ['nodenext', 'nodenext', 'consumer.ts', CONSUMER, ['ES2022', 'DOM']],
    ['bundler', 'esnext', 'consumer.ts', CONSUMER, ['ES2022', 'DOM']],
    ['nodenext', 'nodenext', 'in-page.ts', IN_PAGE, ['ES2022', 'DOM']],
    ['bundler', 'esnext', 'pure.ts', PURE, ['ES2022']],
  ])('type-checks under %s (%s, %s)', (moduleResolution, module, name, source, lib) => {
    const folder = join(project, `${moduleResolution}-${name.replace('.ts', '')}`);
    mkdirSync(folder);
    writeFileSync(join(folder, name), source);
    const compilerOptions = {
      module,
      moduleResolution,
      lib,
      target: 'es2022',
      types: [],
      strict: true,
      noEmit: true,
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck: false }, include: [name] }),
    );
    const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
    const { stdout, status } = spawnSync(process.execPath, [join(typescript, 'bin/tsc'), '-p', folder], {
      encoding: 'utf8',
    });
    expect([stdout, status]).toEqual(['', 0]);
  });

  it('is imported by Node, except for what needs a page', () => {
    const names = ['', '/render', '/tools', '/host', '/script'].map((entry) => NAME + entry);
    const code = `for (const name of ${JSON.stringify(names)}) if (!Object.keys(await import(name)).length) throw name;
      const { createRequire } = await import('node:module');
      const require = createRequire(process.cwd() + '/x.js');
      for (const file of ['agent-browser.js', 'agent-browser.read.js', 'agent-browser.full.js', 'package.json'])
        require.resolve('${NAME}/' + file);`;
    const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd: project,
      encoding: 'utf8',
    });
    expect([stderr, status]).toEqual(['', 0]);
  });

  it('ships only types that its entries use, and minified code for pages', () => {
    const inject = filesOf(installed).filter((name) => /^dist\/types\/inject\//.test(name));
    expect(inject.sort()).toEqual(
      ['agent-browser', 'channel/key', 'main'].map((name) => `dist/types/inject/${name}.d.ts`),
    );
    const size = (name: string): number => statSync(join(installed, 'dist', name)).size;
    expect(size('inject.js')).toBeLessThan(size('agent-browser.full.js') * 1.05);
  });

  it('contains the files that its pages link to', () => {
    const missing = filesOf(installed)
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => {
        const text = readFileSync(join(installed, name), 'utf8')
          .replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
          .replace(/^ {4}.*$/gm, '')
          .replace(/`[^`\n]*`(?!\])/g, '');
        return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
          .map(([, target]) => (target as string).split('#')[0] as string)
          .filter((target) => !/^(?:$|[a-z]+:)/.test(target))
          .map((target) => posix.join(posix.dirname(name), target))
          .filter((target) => !existsSync(join(installed, target)))
          .map((target) => `${name}: ${target}`);
      });
    expect(missing).toEqual([]);
    expect(existsSync(join(installed, 'docs/mcp.md'))).toBe(true);
  });

  it('contains addresses only where the project has one, the same everywhere', () => {
    const read = (path: string): string => readFileSync(join(root, path), 'utf8');
    for (const [path, text] of Object.entries(filesWithAddress(projectAddress())))
      expect(read(path), path).toBe(text);
    const files = filesWithAddress('https://code.example/owner/name');
    expect(JSON.parse(files['cli/package.json'] as string)).toMatchObject({
      repository: { type: 'git', url: 'git+https://code.example/owner/name.git', directory: 'cli' },
      homepage: 'https://code.example/owner/name#readme',
      bugs: { url: 'https://code.example/owner/name/issues' },
    });
    expect(files['kotlin/pom.xml']).toContain(
      '<connection>scm:git:https://code.example/owner/name.git</connection>',
    );
    expect(() => filesWithAddress('https://code.example/')).toThrow('https://host/owner/name');
  });
});
