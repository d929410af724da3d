import { beforeAll, describe, expect, it, vi } from 'vitest';
import type {
  ErrorResult,
  JobStarted,
  JobState,
  PageExtract,
  PageHighlight,
  PageHooks,
  PageInput,
} from '../../src/contract.ts';
import { type Engine, lines, openEngine, type TestPage, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** Longer than a busy machine delays a job, in ms. */
const WAIT = { timeout: 20_000, interval: 10 };

const html = (body: string): string => `<!doctype html><html lang=en><title>T</title><body>${body}`;

/** Starts a page verb and polls until it is done; `meanwhile` is evaluated once it runs. */
const runPage = async <T>(page: TestPage, kind: string, payload: unknown, meanwhile = '0'): Promise<T> => {
  const { job } = await page.json<JobStarted>('start', 'page', kind, payload);
  await page.evaluate(meanwhile);
  const state = await vi.waitUntil(async () => {
    const now = await page.json<JobState>('poll', job);
    return now.done && now;
  }, WAIT);
  return state.result as T;
};

const WAITING = html(
  `<button disabled>Save</button><input type=checkbox><p id=old>Loading</p><p hidden>Ready</p>`,
);

const holding: [payload: Record<string, unknown>, holds: boolean][] = [
  [{ selector: '#old' }, true],
  [{ selector: '#new' }, false],
  [{ selector: '[hidden]' }, false],
  [{ selector: '#new', absent: true }, true],
  [{ text: 'loading' }, true],
  [{ text: 'ready' }, false],
  [{ text: 'ＬＯＡＤＩＮＧ' }, true],
  [{ text: 'loading', absent: true }, false],
  [{ url: 'page.test/path' }, true],
  [{ url: '/cart' }, false],
  [{ ref: 'e1', state: 'disabled' }, true],
  [{ ref: 'e1', state: 'enabled' }, false],
  [{ ref: 'e2', state: 'unchecked' }, true],
  [{ ref: 'e2' }, true],
  [{ ref: 'e2', state: 'hidden' }, false],
  [{ load: true, selector: '#old', text: 'loading' }, true],
  [{ ref: 'e1', absent: true }, false],
  [{ selector: '#old', state: 'hidden' }, false],
  [{ selector: '[hidden]', state: 'hidden' }, true],
  [{ selector: '[hidden]', state: 'attached' }, true],
  [{ selector: '[hidden]', state: 'detached' }, false],
  [{ selector: 'button', state: 'enabled' }, false],
  [{ selector: 'button', state: 'disabled' }, true],
  [{ text: 'loading', state: 'hidden' }, false],
  [{ ref: 'e1', state: 'disabled', selector: '#new', absent: true }, true],
];

describe('wait', () => {
  it.each(holding)('answers at once: %j is %s', async (payload, holds) => {
    await withPage(engine, WAITING, async (page) => {
      await lines(page);
      await vi.waitUntil(() => page.evaluate("document.readyState === 'complete'"), WAIT);
      expect(await page.json('page', 'wait', payload)).toMatchObject({ ok: true, kind: 'wait', holds });
    });
  });

  const changes: [payload: Record<string, unknown>, change: string][] = [
    [{ selector: '#new' }, "(document.getElementById('old').id = 'new', 0)"],
    [{ text: 'done' }, "(document.getElementById('old').textContent = 'Done', 0)"],
    [{ text: 'loading', absent: true }, "(document.getElementById('old').remove(), 0)"],
    [{ ref: 'e1', state: 'enabled' }, "(document.querySelector('button').disabled = false, 0)"],
    [{ ref: 'e1', state: 'detached' }, "(document.querySelector('button').remove(), 0)"],
    [{ url: '#there' }, "(location.hash = 'there', 0)"],
  ];
  it.each(changes)('waits until %j', async (payload, change) => {
    await withPage(engine, WAITING, async (page) => {
      await lines(page);
      expect(await page.json('page', 'wait', payload)).toMatchObject({ holds: false });
      expect(await runPage(page, 'wait', payload, change)).toMatchObject({ ok: true, holds: true });
    });
  });

  it('names what it found, with a ref', async () => {
    await withPage(engine, WAITING, async (page) => {
      const { element } = await page.json<{ element: object }>('page', 'wait', { selector: 'button' });
      expect(element).toMatchObject({ ref: 'e1', role: 'button', name: 'Save' });
    });
  });

  it('waits for the state of any element with a text, also of several in one line', async () => {
    const html = '<!doctype html><body><p>a <b aria-disabled=true>Save</b> <b>Save all</b></p>';
    await withPage(engine, html, async (page) => {
      const wait = (state: string) => page.json('page', 'wait', { text: 'save', state });
      expect(await wait('disabled')).toMatchObject({ holds: true });
      expect(await wait('enabled')).toMatchObject({ holds: true });
    });
  });

  it('waits until the page is quiet', async () => {
    await withPage(engine, WAITING, async (page) => {
      expect(await runPage(page, 'wait', { quiet: 50 })).toMatchObject({ ok: true, holds: true });
    });
  });

  it.each([
    ["(document.getElementById('old').id = 'new', 0)", true],
    ['0', false],
  ])('waits for any change of the page if the payload names none: %s', async (change, holds) => {
    await withPage(engine, WAITING, async (page) => {
      await vi.waitUntil(() => page.evaluate("document.readyState === 'complete'"), WAIT);
      const payload = holds ? {} : { timeoutMs: 60 };
      expect(await runPage(page, 'wait', payload, change)).toMatchObject({ ok: true, holds });
    });
  });

  it('gives up at its timeout and says what it waited for', async () => {
    await withPage(engine, WAITING, async (page) => {
      const { error } = await runPage<ErrorResult>(page, 'wait', { text: 'Never', timeoutMs: 60 });
      expect(error.code).toBe('timeout');
      expect(error.message).toMatch(/Not so after 60 ms: text Never\. Take a snapshot/);
    });
  });

  const refused: [payload: unknown, code: string, words: RegExp][] = [
    [{}, 'invalid_argument', /needs something to wait for: selector, text/],
    [{ function: '() => true' }, 'invalid_argument', /There is no "function"/],
    [{ quiet: true }, 'invalid_argument', /call wait through run or start/],
    [{ ref: 'e99' }, 'ref_not_found', /e99 was never issued/],
    [{ selector: '??' }, 'invalid_argument', /can't be read as css/],
    [{ ref: 'e1', state: 'open' }, 'invalid_argument', /state: visible\|hidden/],
  ];
  it.each(refused)('refuses %j', async (payload, code, words) => {
    await withPage(engine, WAITING, async (page) => {
      const { error } = await page.json<ErrorResult>('page', 'wait', payload);
      expect(error.code).toBe(code);
      expect(error.message).toMatch(words);
    });
  });
});

describe('navigation', () => {
  const blocked = [
    'javascript:alert(1)',
    ' java\nscript:x',
    'data:text/html,x',
    'file:///etc',
    'blob:x',
    'about:config',
    'http://',
  ];
  it.each(blocked)('is blocked to %j', async (url) => {
    await withPage(engine, html('x'), async (page) => {
      for (const kind of ['navigate', 'pushState']) {
        const { error } = await page.json<ErrorResult>('page', kind, { url });
        expect(error).toMatchObject({ code: 'navigation_blocked' });
      }
      expect(await page.evaluate('location.href')).toBe('http://page.test/path/');
    });
  });

  it('goes to a fragment of the page', async () => {
    await withPage(engine, html('<h2 id=there>There</h2>'), async (page) => {
      expect(await page.json('page', 'navigate', '#there')).toMatchObject({
        ok: true,
        to: 'http://page.test/path/#there',
      });
      expect(await runPage(page, 'wait', { url: '#there' })).toMatchObject({ holds: true });
    });
  });

  it('changes the address by pushState and notifies the router', async () => {
    const body =
      '<p>-</p><script>addEventListener("popstate", () => { document.querySelector("p").textContent = location.pathname })</script>';
    await withPage(engine, html(body), async (page) => {
      expect(await page.json('page', 'pushState', { url: '/cart' })).toMatchObject({
        ok: true,
        to: 'http://page.test/cart',
      });
      expect(await page.evaluate("document.querySelector('p').textContent")).toBe('/cart');
      const { error } = await page.json<ErrorResult>('page', 'pushState', 'https://other.test/');
      expect(error).toMatchObject({ code: 'navigation_blocked' });
    });
  });
});

describe('highlight and release', () => {
  const BODY = html('<button>One</button><button>Two</button>');

  it('adds an overlay that is not in snapshots, and removes it', async () => {
    await withPage(engine, BODY, async (page) => {
      const before = await lines(page, { interactiveOnly: false });
      const { boxes } = await page.json<PageHighlight>('page', 'highlight', { refs: ['e2', 'e1'] });
      if (engine.hasLayout)
        expect(boxes).toMatchObject([{ ref: 'e2', box: { height: expect.any(Number) } }, { ref: 'e1' }]);
      const children = 'document.documentElement.children.length';
      expect(await page.evaluate(children)).toBe(3);
      expect(await lines(page, { interactiveOnly: false })).toEqual(before);
      await page.json('page', 'highlight');
      expect(await page.evaluate(children)).toBe(3);
      expect(await page.json('page', 'highlight', { off: true })).toMatchObject({ ok: true, boxes: [] });
      expect(await page.evaluate(children)).toBe(2);
    });
  });

  it('refuses an unknown ref', async () => {
    await withPage(engine, BODY, async (page) => {
      const { error } = await page.json<ErrorResult>('page', 'highlight', { refs: ['e9'] });
      expect(error.code).toBe('ref_not_found');
    });
  });

  it('leaves the page as it was found', async () => {
    await withPage(engine, BODY, async (page) => {
      const state = '[document.documentElement.outerHTML, String(window.alert), String(window.fetch)]';
      const before = await page.evaluate(state);
      await lines(page);
      await page.json('page', 'highlight', { refs: ['e1'] });
      await page.json('page', 'hooks', {
        dialogs: true,
        console: true,
        network: true,
        listeners: true,
        closedShadowRoots: true,
      });
      expect(await page.evaluate(state)).not.toEqual(before);
      expect(await page.json('page', 'release')).toMatchObject({ ok: true, kind: 'release', marks: 2 });
      expect(await page.evaluate(state)).toEqual(before);
      expect(await page.evaluate("'__agentBrowser' in window")).toBe(false);
    });
  });

  it('removes the hover mark also from clones of the hovered element', async () => {
    const hovered = '<style>button:hover { color: red }</style><button>One</button>';
    await withPage(engine, html(hovered), async (page) => {
      await lines(page);
      await page.json('action', 'e1', 'hover');
      await page.run("document.body.append(document.querySelector('button').cloneNode(true))");
      await page.json('page', 'release');
      expect(await page.evaluate("document.querySelectorAll('[data-agent-hover]').length")).toBe(0);
    });
  });
});

describe('extract', () => {
  const ARTICLE = html(`<nav><a href=/a>Home</a></nav><main><article><h1>Brass</h1>
    <p>An <a href=/alloy>alloy</a> of copper and zinc, known for long. ${'It does not rust, and it rings. '.repeat(9)}</p><ul><li>Bright<li>Soft</ul></article></main>
    <footer>Imprint</footer>`);

  it('gives the article as markdown, and does not disturb the deltas of the host', async () => {
    await withPage(engine, ARTICLE, async (page) => {
      const first = await page.json<{ meta: { revision: number } }>('snapshot');
      const result = await page.json<PageExtract>('page', 'extract');
      expect(result).toMatchObject({ ok: true, truncated: false, element: { tag: 'article' } });
      for (const part of ['# Brass', 'An [alloy] of copper', '- Bright']) expect(result.text).toContain(part);
      expect(result.text).not.toMatch(/Home|Imprint/);
      const second = await page.json<{ meta: { revision: number }; delta: object }>('snapshot', {
        since: first.meta.revision,
      });
      expect(second.meta.revision).toBe(first.meta.revision + 1);
      expect(second.delta).toMatchObject({ unchanged: true });
    });
  });

  it('reads another part, within a budget', async () => {
    await withPage(engine, ARTICLE, async (page) => {
      expect((await page.json<PageExtract>('page', 'extract', 'footer')).text).toContain('Imprint');
      const short = await page.json<PageExtract>('page', 'extract', { maxCharsTotal: 60 });
      expect(short.truncated).toBe(true);
      expect(short.text.length).toBeLessThanOrEqual(60);
      const { error } = await page.json<ErrorResult>('page', 'extract', 'aside');
      expect(error).toMatchObject({ code: 'invalid_argument', argument: 'scope' });
    });
  });
});

describe('storage and cookies', () => {
  it('can be set and read', async () => {
    await withPage(engine, html('x'), async (page) => {
      expect(await page.json('page', 'storage', { local: { a: '1' }, session: { b: '2' } })).toMatchObject({
        ok: true,
        local: { a: '1' },
        session: { b: '2' },
      });
      expect(await page.json('page', 'storage', { clear: true, local: { c: '3' } })).toMatchObject({
        local: { c: '3' },
      });
      expect(await page.json('page', 'storage')).not.toHaveProperty('session');
      expect(await page.json('page', 'cookies', { set: ['theme=dark; path=/', 'n=a=b'] })).toMatchObject({
        ok: true,
        cookies: { theme: 'dark', n: 'a=b' },
      });
    });
  });
});

describe('keys', () => {
  const BODY = html(`<input><script>
    window.seen = [];
    for (const type of ['keydown', 'keypress', 'keyup'])
      addEventListener(type, (e) => {
        window.seen.push(e.type + ' ' + e.key + (e.ctrlKey ? ' ctrl' : ''));
        if (e.key === 'x') e.preventDefault();
      });
    document.querySelector('input').focus();
  </script>`);
  const pressed: [kind: string, key: string, seen: string[]][] = [
    ['pressKey', 'Control+k', ['keydown Control ctrl', 'keydown k ctrl', 'keyup k ctrl', 'keyup Control']],
    ['keyDown', 'Shift', ['keydown Shift']],
    ['keyUp', 'a', ['keyup a']],
    ['pressKey', 'x', ['keydown x', 'keyup x']],
    ['char', 'a', ['keydown a', 'keypress a', 'keyup a']],
  ];
  it.each(pressed)('%s %s goes to the focused element', async (kind, key, seen) => {
    await withPage(engine, BODY, async (page) => {
      const result = await page.json('page', kind, key);
      expect(result).toMatchObject({ ok: true, kind, target: { tag: 'input' } });
      expect(await page.evaluate('window.seen')).toEqual(seen);
      expect(result.defaultPrevented).toBe(key === 'x' ? true : undefined);
    });
  });

  it('tell where they have moved the focus', async () => {
    await withPage(engine, html('<input><button>Go</button>'), async (page) => {
      await page.evaluate("document.querySelector('input').focus()");
      const { target, focus } = await page.json<PageInput>('page', 'pressKey', 'Tab');
      expect([target?.tag, focus?.name]).toEqual(['input', 'Go']);
      expect(await page.json<PageInput>('page', 'char', 'a')).not.toHaveProperty('focus');
    });
  });

  it('that do not exist are refused', async () => {
    await withPage(engine, BODY, async (page) => {
      for (const payload of [undefined, 'Entre', { code: 'KeyA' }]) {
        const { error } = await page.json<ErrorResult>('page', 'pressKey', payload);
        expect(error.code).toBe('invalid_argument');
        if (payload === 'Entre')
          expect(error.message).toMatch(
            /^There is no key "Entre"\. A key is a character or a name such as Enter/,
          );
      }
    });
  });
});

describe('hooks', () => {
  it('answer dialogs and record them', async () => {
    const withDialogs = `<script>for (const name of ['alert', 'confirm', 'prompt']) window[name] ||= () => {}</script>`;
    await withPage(engine, html(withDialogs), async (page) => {
      expect(await page.json('page', 'hooks', { dialogs: { text: 'me' } })).toMatchObject({
        installed: ['dialogs'],
      });
      expect(await page.evaluate("[alert('a'), confirm('b'), prompt('c', 'd')]")).toEqual([null, true, 'me']);
      await page.json('page', 'hooks', { dialogs: 'dismiss' });
      expect(await page.evaluate("[confirm('b'), prompt('c', 'd')]")).toEqual([false, null]);
      await page.json('page', 'hooks', { dialogs: 'accept' });
      expect(await page.evaluate("prompt('c', 'd')")).toBe('d');
      const { dialogs } = await page.json<PageHooks>('page', 'hooks', { read: true });
      expect(dialogs?.map(({ dialog, message, answer }) => [dialog, message, answer])).toEqual([
        ['alert', 'a', undefined],
        ['confirm', 'b', true],
        ['prompt', 'c', 'me'],
        ['confirm', 'b', false],
        ['prompt', 'c', undefined],
        ['prompt', 'c', 'd'],
      ]);
      const again = await page.json<PageHooks>('page', 'hooks', { read: true });
      expect(again.dialogs ?? []).toEqual([]);
    });
  });

  it('record the console, and are removed on request', async () => {
    await withPage(engine, html('x'), async (page) => {
      const before = await page.evaluate('String(console.log)');
      await page.json('page', 'hooks', { console: true });
      await page.evaluate(
        "(console.warn('low', { oil: 1 }), dispatchEvent(new ErrorEvent('error', { message: 'boom' })), 0)",
      );
      const { console: kept } = await page.json<PageHooks>('page', 'hooks', { read: true, console: false });
      expect(kept?.map(({ level, text }) => `${level} ${text}`)).toEqual([
        'warn low {"oil":1}',
        'uncaught boom',
      ]);
      expect(await page.evaluate('String(console.log)')).toBe(before);
    });
  });

  it('answer requests that are mocked', async () => {
    await withPage(engine, html('x'), async (page) => {
      const mocks = [{ url: '/api/cart', status: 201, body: '{"n":1}' }];
      await page.json('page', 'hooks', { network: { mocks } });
      await page.evaluate(`(() => {
        globalThis.got = [];
        const xhr = new XMLHttpRequest();
        xhr.open('POST', '/api/cart');
        xhr.responseType = 'json';
        xhr.onload = () => got.push(['xhr', xhr.status, xhr.response.n, xhr.getResponseHeader('Content-Type')]);
        xhr.send();
        if (typeof Response === 'function')
          fetch('/api/cart?x').then(async (r) => got.push(['fetch', r.status, (await r.json()).n]));
      })()`);
      const wanted = (await page.evaluate("typeof Response === 'function'")) ? 2 : 1;
      await vi.waitUntil(() => page.evaluate<boolean>(`got.length === ${wanted}`), WAIT);
      const got = await page.evaluate<unknown[][]>('got.sort()');
      expect(got.pop()).toEqual(['xhr', 201, 1, 'application/json']);
      if (wanted === 2) expect(got).toEqual([['fetch', 201, 1]]);
      const { network } = await page.json<PageHooks>('page', 'hooks', { read: true });
      expect(network?.[0]).toMatchObject({
        method: 'POST',
        url: 'http://page.test/api/cart',
        status: 201,
        mocked: true,
      });
    });
  });

  it('record listeners and closed shadow roots, also for a second injection', async () => {
    const body = '<div id=a>Press me</div><div id=b></div><ul id=c><li>x</ul>';
    await withPage(engine, html(body), async (page) => {
      await page.json('page', 'hooks', { listeners: true, closedShadowRoots: true });
      await page.evaluate(`(() => {
        document.getElementById('a').addEventListener('click', () => {});
        document.getElementById('c').addEventListener('click', () => {});
        document.getElementById('b').attachShadow({ mode: 'closed' }).innerHTML = '<button>Inside</button>';
      })()`);
      // Nodes of happy-dom do not inherit from window.EventTarget.
      const shown =
        engine.name === 'happy-dom'
          ? ['- button "Inside" [ref=e1]']
          : ['- clickable "Press me" [ref=e1]', '- button "Inside" [ref=e2]'];
      expect(await lines(page)).toEqual(shown);
      await page.inject();
      expect(await lines(page)).toEqual(shown);
    });
  });

  it('refuse unknown options', async () => {
    await withPage(engine, html('x'), async (page) => {
      for (const payload of [
        { dialog: true },
        { dialogs: 'maybe' },
        { network: null },
        { network: { mocks: [{}] } },
      ]) {
        const { error } = await page.json<ErrorResult>('page', 'hooks', payload);
        expect(error.code).toBe('invalid_argument');
      }
    });
  });
});

describe('an unknown page verb', () => {
  it('fails with the list of known verbs', async () => {
    await withPage(engine, html('x'), async (page) => {
      const { error } = await page.json<ErrorResult>('page', 'screenshot');
      expect(error.code).toBe('unsupported_kind');
      expect(error.valid).toHaveLength(27);
    });
  });
});
