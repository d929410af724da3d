import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitWords } from '../../cli/src/batch.ts';
import type { Options } from '../../cli/src/commands/command.ts';
import { COMMANDS } from '../../cli/src/commands/index.ts';
import { ROUTES } from '../../cli/src/server/routes.ts';
import { type CommandLine, type Outcome, openCommandLine, openSite, type Site } from './support.ts';

const PAGE = `<!doctype html><title>Form</title>
<h1>Form</h1>
<label>Name <input name=name></label>
<label>Size <select><option value=s>Small</option><option value=l>Large</option></select></label>
<label><input type=checkbox> Gift</label>
<label>File <input type=file onchange="this.files[0].text().then((t) => { out.textContent = this.files[0].name + ' ' + t; })"></label>
<button id=save onclick="out.textContent = 'Saved ' + document.querySelector('[name=name]').value; console.log('saved')" ondblclick="out.textContent = 'Twice'">Save</button>
<button onclick="out.textContent = confirm('Sure?')">Ask</button>
<button onclick="out.textContent = prompt('Who?')">Prompt</button>
<button onclick="fetch('/api').then((r) => r.text()).then((t) => { out.textContent = t; }, () => { out.textContent = 'blocked'; })">Fetch</button>
<button onclick="throw Error('oops')">Break</button>
<a href="/next" target=_blank>Next</a> <a href="/file" download>Download</a>
<div id=pad style="width:200px;height:80px" onmousedown="this.from = event.offsetX + ',' + event.offsetY" onmouseup="out.textContent = this.from + ' to ' + event.offsetX + ',' + event.offsetY">Pad</div>
<p id=out></p><div style="height:3000px"></div><p>The end</p>`;
const MORE = `<!doctype html><label>Name <input name=name></label>
<label>Days <select id=days multiple><option>Mon<option>Tue<option>Wed</select></label>
<div id=zone ondragover="event.preventDefault()" ondrop="event.preventDefault(); out.textContent = event.dataTransfer.getData('text/plain')" oncontextmenu="out.textContent = 'Menu ' + event.shiftKey; return false" onping="">Zone</div>
<script>zone.addEventListener('ping', (event) => { out.textContent = 'ping ' + event.detail; });</script>
<p id=out></p>`;

let site: Site;
let line: CommandLine;

beforeAll(async () => {
  site = await openSite({
    '/': PAGE,
    '/more': MORE,
    '/gone': (_, response) => {
      response.writeHead(404, { 'content-type': 'text/html; charset=iso-8859-1' });
      response.end(Buffer.from('<h1>5 \x80</h1>', 'latin1'));
    },
    '/data': (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"a": ["<b>", 1]}');
    },
    '/clock':
      '<input aria-label=Name><p id=now>0</p><script>setInterval(() => { now.textContent++; }, 10)</script>',
    '/next': '<title>Next</title><h1>Next</h1>',
    '/api': 'from the network',
    '/agent': (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<h1>${request.headers['x-test'] ?? 'none'} ${request.headers['user-agent']}</h1>`);
    },
    '/file': (_, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="report.txt"' });
      response.end('the report');
    },
  });
  line = await openCommandLine();
});
afterAll(async () => {
  await Promise.all([line.close(), site.close()]);
});

/** Runs several commands in one batch. Returns what each prints. */
const batch = async (...commands: string[]): Promise<string[]> => {
  const { stdout, stderr } = await line.run(['batch', '--json', ...commands]);
  const { results, error } = JSON.parse(stdout || '{}');
  if (!results) throw new Error(stderr || error?.message);
  return results.map(
    ({ ok, text, error: wrong }: { ok: boolean; text?: string; error?: { code: string } }) =>
      ok ? (text ?? '') : `${wrong?.code}`,
  );
};

const out = 'get text css=#out';

describe('a command', () => {
  it('calls a route, and every route but those for clients has a command', async () => {
    const filler = {
      '<json>': '{}',
      '<width>': '1',
      '<height>': '1',
      '<x>': '1',
      '<y>': '1',
      '<dy>': '1',
      '<latitude>': '1',
      '<longitude>': '1',
      '[px]': '1',
      '[on]': 'on',
      '[dx]': '1',
    };
    const state = join(line.home, 'empty.json');
    writeFileSync(state, '{}');
    const special: Record<string, readonly unknown[]> = {
      'is <state> <target>': ['visible', 'kd1'],
      'get <what> [target] [name]': ['text', 'kd1'],
      'set media <what...>': [['dark']],
      'read [address]': ['https://example.com'],
      'upload <target> <files...>': ['kd1', []],
      'drop <target> [files...]': ['kd1', [state]],
      'find <by> [value] [action] [text]': ['text', 'kd1', 'click'],
    };
    const write = join(line.home, 'baseline.png');
    writeFileSync(write, '');
    const used = new Set<string>();
    for (const { usage, prepare } of COMMANDS) {
      const words = usage.split(' ').filter((part) => !/^\w/.test(part));
      const plain = words.map((word) =>
        word.includes('...') ? ['kd1'] : (filler[word as keyof typeof filler] ?? 'kd1'),
      );
      const args = special[usage] ?? (usage.startsWith('state load') ? [state] : plain);
      const given = args as string[];
      for (const options of [{}, { clear: true, all: true }])
        used.add((await prepare(given, { session: 's', baseline: write, ...options })).operation);
      if (words.every((word) => word.startsWith('[')) && !usage.startsWith('eval'))
        used.add((await prepare([], { session: 's', baseline: write })).operation);
    }
    const missing = Object.keys(ROUTES).filter((name) => !used.has(name));
    expect(missing.sort()).toEqual(['batch', 'closeSessions', 'events', 'getSession', 'health']);
  });

  it('reads, fills, selects, checks, clicks, and prints what changed', async () => {
    expect(
      await batch(
        `open ${site.url} --quiet`,
        'fill label=Name "Ann Lee"',
        'get value label=Name',
        'select label=Size Large',
        'get value css=select',
        'check label=Gift',
        'is checked label=Gift',
        'click "#save"',
        out,
        'dblclick "#save"',
        out,
        'click css=#pad --at 5,7',
        out,
        'drag css=#pad --from 10,20 --by 100,-12',
        out,
        'drag css=#pad css=#pad --at 150,60',
        out,
        'focus label=Name',
        'press Control+a',
        'keyboard type Bob',
        'get value label=Name',
        'get attr "#save" id',
        'get count button',
        'get title',
        'scroll --until-text "The end"',
        'find role button --name Save',
        'find text Save click',
        'is visible "#save"',
        'search Saved',
      ),
    ).toEqual([
      `Opened ${site.url}/.`,
      expect.stringContaining('fill'),
      'Ann Lee',
      expect.stringContaining('selected="Large"'),
      'Large',
      expect.stringContaining('checked=true'),
      'true',
      expect.stringMatching(/click \w+: done/),
      'Saved Ann Lee',
      expect.stringContaining('dblclick'),
      'Twice',
      expect.stringContaining('click'),
      '5,7 to 5,7',
      expect.stringContaining('drag'),
      '10,20 to 110,8',
      expect.stringContaining('drag'),
      '100,40 to 150,60',
      expect.stringContaining('focus'),
      expect.stringContaining('keyboard press: sent.'),
      expect.stringContaining('keyboard type: sent.'),
      'Bob',
      'save',
      '5',
      'Form',
      expect.stringContaining('Scrolled'),
      expect.stringMatching(/^- button "Save" \[ref=\w+\]$/),
      expect.stringMatching(/click \w+: done/),
      'true',
      expect.stringContaining('Saved Bob'),
    ]);
  });

  it('exists for every kind of action but what only hosts need', async () => {
    const kinds = new Set<unknown>(['observe', 'scroll', 'setChecked']);
    const extra: Record<string, Options> = {
      'press <key>': { target: 'kd1' },
      'drop <target> [files...]': { text: 'a' },
    };
    for (const { usage, prepare } of COMMANDS) {
      if (!/^\w+ <(?:target|from)>/.test(usage) && !(usage in extra)) continue;
      const args = usage === 'upload <target> <files...>' ? ['kd1', []] : ['kd1', 'x'];
      const { operation, input } = await prepare(
        usage.startsWith('drop') ? ['kd1', []] : args,
        extra[usage] ?? {},
      );
      kinds.add(operation === 'upload' ? 'upload' : operation === 'action' ? input.kind : '');
    }
    const contract = readFileSync(new URL('../../src/contract/action.ts', import.meta.url), 'utf8');
    const [list = ''] = /export type ActionKind =[^;]*;/.exec(contract) ?? [];
    const all = [...list.matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it('selects several options, texts, drops, dispatches, takes the focus away', async () => {
    expect(
      await batch(
        `open ${site.url}/more --quiet`,
        'select css=#days Mon Wed',
        'select css=#days Tue',
        'fill label=Name "Ann Lee"',
        'selecttext label=Name Lee',
        'keyboard type Bo',
        'selecttext label=Name --range 0,3',
        'keyboard type Jo',
        'get value label=Name',
        'blur label=Name',
        'keyboard type x',
        'get value label=Name',
        'drop css=#zone --text dropped',
        out,
        'contextmenu css=#zone --modifiers Shift',
        out,
        `dispatch css=#zone ping --init '{"detail": 7}'`,
        out,
      ),
    ).toEqual([
      `Opened ${site.url}/more.`,
      expect.stringContaining('selected="Mon", "Wed"'),
      expect.stringContaining('selected="Tue".'),
      expect.stringContaining('fill'),
      expect.stringContaining('selectText'),
      expect.stringContaining('sent'),
      expect.stringContaining('selectText'),
      expect.stringContaining('sent'),
      'Jo Bo',
      expect.stringContaining('blur'),
      expect.stringContaining('sent'),
      'Jo Bo',
      expect.stringContaining('drop'),
      'dropped',
      expect.stringContaining('contextmenu'),
      'Menu true',
      expect.stringContaining('dispatch'),
      'ping 7',
    ]);
  });

  it('reads documents without a browser: their status, their encoding, and what is no HTML as it is', async () => {
    const notes = join(line.home, 'notes.md');
    writeFileSync(notes, '* one <b>\n* two\n');
    const read = async (...args: string[]) => (await line.run(['read', ...args])).stdout;
    expect(await read(`${site.url}/gone`)).toBe('The server answered with 404 Not Found.\n# 5 \u20ac\n');
    expect(await read(`${site.url}/data`)).toBe('{"a": ["<b>", 1]}\n');
    expect(await read(`${site.url}/data`, '--max-chars', '100', '--after', '6')).toBe('["<b>", 1]}\n');
    expect(await read(notes)).toBe('* one <b>\n* two\n');
    const missing = await line.run(['read', '/nowhere/page.html']);
    expect(missing).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no file /nowhere/page.html.'),
    });
  });

  it('opens no page in a session that has other settings than asked for', async () => {
    const open = (...args: string[]) =>
      line.run(['open', `${site.url}/next`, '--session', 'set', '--quiet', ...args]);
    expect((await open('--locale', 'de-DE')).code).toBe(0);
    expect((await open()).code).toBe(0);
    expect((await open('--locale', 'de-DE')).code).toBe(0);
    const other = await open('--locale', 'fr-FR', '--device', 'Pixel 7');
    expect(other).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('keeps its settings, but was asked for another device, locale.'),
    });
    await line.run(['close', '--session', 'set']);
  });

  it('sends keys and the mouse to a page that never comes to rest', async () => {
    expect(
      await batch(
        `open ${site.url}/clock --quiet`,
        'mouse move 5 5',
        'keyboard press Tab',
        'keyboard type Bo',
        'get value label=Name',
      ),
    ).toEqual([
      expect.stringContaining('Opened'),
      expect.stringContaining('mouse move: sent.\n[delta]'),
      expect.stringContaining('keyboard press: sent.\n[delta]'),
      expect.stringContaining('keyboard type: sent.\n[delta]'),
      'Bo',
    ]);
  });

  it('answers dialogs, follows tabs, and records console, errors and requests', async () => {
    expect(
      await batch(
        `open ${site.url} --quiet`,
        'click text=Ask',
        out,
        'dialog accept',
        'click text=Ask',
        out,
        'click text=Ask',
        out,
        'dialog accept Ann',
        'click text=Prompt',
        out,
        'click text=Break',
        'errors',
        'errors --clear',
        'errors',
        'console --clear',
        'click "#save"',
        'console --filter saved',
        'click text=Next',
        'get title',
        'back',
        'get title',
      ),
    ).toEqual([
      expect.any(String),
      expect.stringContaining('dismissed'),
      'false',
      expect.stringContaining('next dialog'),
      expect.stringContaining('accepted'),
      'true',
      expect.stringContaining('dismissed'),
      'false',
      expect.any(String),
      expect.stringContaining('accepted with "Ann"'),
      'Ann',
      expect.any(String),
      expect.stringContaining('oops'),
      'Cleared.',
      '',
      'Cleared.',
      expect.any(String),
      'log: saved',
      expect.stringContaining('A new tab was opened and is the page now'),
      'Next',
      expect.stringContaining('the tab is closed'),
      'Form',
    ]);
  });

  it('mocks and blocks the network, and keeps cookies, storage and state', async () => {
    const state = join(line.home, 'state.json');
    expect(
      await batch(
        `open ${site.url} --quiet`,
        'click text=Fetch',
        out,
        `network mock /api --body '{"a": 1}'`,
        'click text=Fetch',
        out,
        'network unmock',
        'network block **/api',
        'click text=Fetch',
        out,
        'network unmock',
        'cookies set a 1',
        'cookies',
        'storage local set k v',
        'storage local k',
        `state save ${state}`,
        'cookies clear',
        'storage local clear',
        'cookies',
        'storage local',
        'network requests --filter /api --limit 1',
      ),
    ).toEqual([
      expect.any(String),
      expect.any(String),
      'from the network',
      '/api: answered with 200',
      expect.any(String),
      '{"a": 1}',
      '',
      '**/api: blocked',
      expect.any(String),
      'blocked',
      '',
      'a=1 (127.0.0.1/)',
      'a=1 (127.0.0.1/)',
      'Set.',
      'v',
      `Saved ${state}`,
      '',
      'Cleared.',
      '',
      '',
      expect.stringMatching(/GET .*\/api .*fetch/),
    ]);
    expect(await batch(`state load ${state}`, 'reload', 'cookies', 'storage local')).toEqual([
      expect.stringContaining('Loaded 1 cookies'),
      expect.any(String),
      'a=1 (127.0.0.1/)',
      'k=v',
    ]);
  });

  it('saves pictures, documents, archives, traces and downloads, and prints differences', async () => {
    const file = (name: string) => join(line.home, name);
    writeFileSync(file('note.txt'), 'hello');
    const printed = await batch(
      `open ${site.url} --quiet`,
      'network har start',
      'trace start',
      'reload',
      `screenshot ${file('a.png')} --annotate`,
      `screenshot ${file('b.jpg')} --full`,
      `screenshot ${file('c.png')} --target "#save"`,
      `pdf ${file('d.pdf')}`,
      'click "#save"',
      'diff snapshot',
      `upload label=File ${file('note.txt')}`,
      out,
      'click text=Download',
      `trace stop ${file('e.zip')}`,
      `network har stop ${file('f.har')}`,
      `diff url ${site.url}/ ${site.url}/next`,
    );
    expect(printed[9]).toContain('unchanged=true');
    expect(printed[11]).toBe('note.txt hello');
    expect(printed[15]).toMatch(/-- heading "Form"[\s\S]*\+- heading "Next"/);
    const heads = ['a.png', 'b.jpg', 'c.png', 'd.pdf', 'e.zip', 'f.har'].map((name) =>
      readFileSync(file(name)).subarray(0, 4).toString('latin1'),
    );
    expect(heads).toEqual(['\x89PNG', 'ÿØÿ\xe0', '\x89PNG', '%PDF', 'PK\x03\x04', '{"lo']);
    expect(JSON.parse(readFileSync(file('f.har'), 'utf8')).log.entries.length).toBeGreaterThan(0);
    const { stdout } = await line.run(['download', 'list', '--json']);
    const [{ id }] = JSON.parse(stdout).downloads;
    await expect
      .poll(async () => (await line.run(['download', 'save', String(id), file('report.txt')])).code)
      .toBe(0);
    expect(readFileSync(file('report.txt'), 'utf8')).toBe('the report');
  });

  it('sets the viewport, a device, headers, media and offline mode, and opens tabs and windows', async () => {
    expect(
      await batch(
        '--no-bail',
        `open ${site.url} --quiet`,
        'set viewport 800 600',
        'eval "innerWidth"',
        'set media dark reduced-motion',
        `eval "matchMedia('(prefers-color-scheme: dark) and (prefers-reduced-motion)').matches"`,
        `set headers '{"x-test": "mine"}'`,
        `open ${site.url}/agent`,
        'set offline',
        `open ${site.url}/next`,
        'set offline off',
        `open ${site.url}/agent --quiet`,
        'set device "iPhone 15"',
        'eval "navigator.maxTouchPoints > 0 && screen.width < 500"',
        `tab new ${site.url}/next`,
        'window new',
        'frame css=h1',
        'frame main',
      ),
    ).toEqual([
      expect.any(String),
      'Set: viewport.',
      '800',
      'Set: colorScheme, reducedMotion.',
      'true',
      'Set: headers.',
      expect.stringContaining('heading "mine Mozilla'),
      'Set: offline.',
      'open_failed',
      'Set: offline.',
      expect.any(String),
      'Set: device.',
      'true',
      expect.stringContaining('heading "Next"'),
      expect.stringMatching(/\* t\d+ about:blank/),
      'Snapshots are limited to css=h1.',
      'Snapshots are of the whole page.',
    ]);
    const printed = await batch('tab');
    expect(printed[0]).toMatch(/ {2}t\d+ .*\n {2}t\d+ .*\/next Next\n\* t\d+ about:blank/);
  });

  it.each<[string, string[], Partial<Outcome> | number, RegExp]>([
    ['wrong arguments', ['wait', '--timeout', 'soon'], 2, /--timeout must be a number/],
    ['half of a way', ['drag', 'css=#pad', '--by', '1'], 2, /--by y must be a number/],
    ['an unknown command', ['clik', 'kd1'], 2, /Did you mean click\?/],
    ['an unknown option', ['snapshot', '--colour'], 2, /unknown option/],
    ['no command', [], 2, /inpage --help/],
    ['a ref that is not there', ['click', 'zz999'], 1, /ref_not_found/],
    ['a key that is not there', ['press', 'Control+Foo'], 2, /There is no key "Control\+Foo"/],
    ['a session that is not there', ['snapshot', '--session', 'none'], 4, /Next: inpage open URL/],
    ['something false', ['is', 'visible', 'css=#nothing'], 1, /ref_not_found/],
    ['a wait in vain', ['wait', '--text', 'never', '--timeout', '50'], 6, /timeout/],
    ['an address that does not answer', ['open', 'http://127.0.0.1:9/'], 1, /open_failed/],
    ['a scheme that nobody opens', ['open', 'javascript:alert(1)'], 5, /address_blocked/],
    [
      'a browser that is not there',
      ['open', 'about:blank', '--session', 'other', '--browser', '/no/browser'],
      3,
      /There is no browser at/,
    ],
    ['a server that is not there', ['snapshot', '--server', 'http://127.0.0.1:9'], 7, /No server answers/],
  ])('ends with its exit code for %s', async (_, args, code, words) => {
    const [ended, asJson] = await Promise.all([line.run(args), line.run([...args, '--json'])]);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toMatch(words);
    expect([asJson.code, asJson.stderr]).toEqual([code, '']);
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      ok: false,
      error: { code: expect.stringMatching(/^[a-z_]+$/) },
    });
  });

  it('has completions for four shells, and doctor finds nothing wrong', async () => {
    for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
      expect((await line.run(['completion', shell])).stdout).toMatch(
        /inpage[\s\S]*scrollintoview[\s\S]*unmock/,
      );
    const { code, stdout } = await line.run(['doctor', '--json']);
    expect([code, JSON.parse(stdout).ok]).toEqual([0, true]);
    expect(existsSync(join(line.home, 'server.log'))).toBe(true);
  });
});

it('splits lines as a shell does', () => {
  expect(splitWords(`fill "a b" 'c "d"' e\\ f "" x"y"z`)).toEqual(['fill', 'a b', 'c "d"', 'e f', '', 'xyz']);
  expect(() => splitWords('click "x')).toThrow('A quote is not closed');
});

it('is documented: every command and every route has its line in docs/cli.md', () => {
  const docs = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
  const lines = [
    ...COMMANDS.map(({ usage, summary }) => `| \`${usage}\` | ${summary} |`),
    ...Object.values(ROUTES).map(({ method, path, summary }) => `| \`${method} ${path}\` | ${summary} |`),
  ];
  expect(lines.filter((line) => !docs.includes(line))).toEqual([]);
  expect(lines.length).toBeGreaterThan(150);
});
