import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionOk, ErrorResult, Point, SnapshotNode } from '../../src/contract.ts';
import { openWindow, type Sites, type Tab, type Window } from '../support/sites.ts';

let window: Window;
beforeAll(async () => {
  window = await openWindow();
});
afterAll(() => window?.close());

const withTab: Window['withTab'] = (...args) => window.withTab(...args);

const SHOP: Sites = {
  'https://shop.test/':
    '<title>Shop</title><body style="margin:0"><h1>Cart</h1><button>Buy</button><iframe title=Payment src="https://pay.test/" style="display:block;margin:20px 0 0 30px;border:5px solid;padding:7px;width:400px;height:200px"></iframe><a href="/terms">Terms</a>',
  'https://pay.test/':
    '<title>Pay</title><body style="margin:0"><label>Name <input id=name></label><button style="position:absolute;left:100px;top:50px;width:80px;height:40px" onclick="document.title = document.querySelector(`#name`).value; this.textContent = `Paid`">Pay</button><a href="/help">Help</a>',
};

const SHOP_LINES = [
  '- heading "Cart" [level=1]',
  '- button "Buy" [ref=e1]',
  '- iframe "Payment" [origin=https://pay.test]:',
  '  - textbox "Name" [ref=f1e1]',
  '  - button "Pay" [ref=f1e2]',
  '  - link "Help" [ref=f1e3]',
  '- link "Terms" [ref=e2]',
];

const frameWith = (reason: string): string =>
  `- iframe "Payment" [frame=${reason}] [origin=https://pay.test]`;

/** A page with one frame. */
const around = (src: string, more = ''): string =>
  `<title>Top</title><iframe title=Inner src="${src}"></iframe>${more}`;

const code = (result: unknown): string => {
  const { ok, error } = result as ErrorResult;
  return ok ? 'ok' : error.code;
};

const find = (node: SnapshotNode, role: string): SnapshotNode | undefined =>
  node.role === role ? node : node.children?.map((child) => find(child, role)).find(Boolean);

describe('frames of other origins', () => {
  it('are part of a snapshot, and take actions', async () => {
    await withTab(SHOP, async (tab) => {
      expect(await tab.lines()).toEqual(SHOP_LINES);
      const filled = await tab.call<ActionOk>('action', ['f1e1', 'fill', { text: 'Ann' }]);
      expect(filled).toMatchObject({
        ok: true,
        ref: 'f1e1',
        verified: true,
        effect: { value: 'Ann', focus: { ref: 'f1e1' } },
        meta: { url: 'https://shop.test/' },
        snapshot: { meta: { focus: 'f1e1' } },
      });
      expect((filled.snapshot as { text: string }).text.split('\n').slice(1)).toEqual([
        '@ iframe "Payment":',
        '  ~ textbox "Name" [ref=f1e1] [focused]: Ann',
      ]);
      const clicked = await tab.call<ActionOk>('action', ['[ref=f1e2]', 'click', {}]);
      expect(await (await tab.frame('pay.test')).title()).toBe('Ann');
      expect((clicked.snapshot as { text: string }).text).toContain('~ button "Paid" [ref=f1e2]');
      expect(JSON.stringify([filled, clicked])).not.toContain(tab.key);
    });
  });

  it("have points and boxes in the top viewport's coordinates", async () => {
    await withTab(SHOP, async (tab) => {
      const { tree } = await tab.snapshot({ boxes: true });
      const { box } = find(find(tree, 'iframe') as SnapshotNode, 'button') as SnapshotNode;
      const { value } = await tab.query('f1e2', 'box');
      expect(value).toEqual(box);
      expect(box).toMatchObject({ x: 30 + 5 + 7 + 100, width: 80, height: 40 });
      const { point } = await tab.call<ActionOk>('action', ['f1e2', 'hover', {}]);
      const { x, y } = point as Point;
      await tab.page.mouse.click(x, y);
      await (await tab.frame('pay.test')).locator('button', { hasText: 'Paid' }).waitFor();
      expect(await tab.query('f1e3', 'describe')).toMatchObject({
        ref: 'f1e3',
        value: { ref: 'f1e3', role: 'link' },
      });
    });
  });

  it('may be nested, sandboxed, in a frame of the same origin, and twice of one origin', async () => {
    const sites: Sites = {
      'https://a.test/': `<title>A</title><iframe title=One src="https://b.test/"></iframe><iframe title=Two src="https://b.test/"></iframe><iframe title=Boxed sandbox="allow-scripts" src="https://c.test/"></iframe><iframe title=Own src="/own"></iframe>`,
      'https://a.test/own': around('https://c.test/'),
      'https://b.test/': around('https://c.test/', '<button>B</button>'),
      'https://c.test/': `<button onclick="this.textContent += '!'">C</button>`,
    };
    await withTab(sites, async (tab) => {
      const all = await tab.lines();
      expect(all.map((line) => line.replace(/\[ref=f\d+/, '[ref=f?'))).toEqual([
        '- iframe "One" [origin=https://b.test]:',
        '  - iframe "Inner" [origin=https://c.test]:',
        '    - button "C" [ref=f?f1e1]',
        '  - button "B" [ref=f?e1]',
        '- iframe "Two" [origin=https://b.test]:',
        '  - iframe "Inner" [origin=https://c.test]:',
        '    - button "C" [ref=f?f1e1]',
        '  - button "B" [ref=f?e1]',
        '- iframe "Boxed" [origin=null]:',
        '  - button "C" [ref=f?e1]',
        '- iframe "Own":',
        '  - iframe "Inner" [origin=https://c.test]:',
        '    - button "C" [ref=f?e1]',
      ]);
      const refs = all.flatMap((line) => /\[ref=(f.*?)\]/.exec(line)?.[1] ?? []);
      expect(new Set(refs).size).toBe(6);
      const ofC = refs.filter((_, i) => all.filter((line) => line.includes('[ref='))[i]?.includes('"C"'));
      for (const ref of ofC)
        expect(await tab.call('action', [ref, 'click', {}])).toMatchObject({ ok: true, ref, verified: true });
      expect((await tab.lines()).filter((line) => line.includes('"C!"')).length).toBe(4);
      // The point of a frame in a frame is where the browser has it.
      const { point } = await tab.call<ActionOk>('action', [ofC[0], 'hover', {}]);
      await tab.page.mouse.click((point as Point).x, (point as Point).y);
      await expect.poll(async () => (await tab.lines())[2], { timeout: 30_000 }).toContain('"C!!"');
    });
  });

  it('can be read on after a ref in them, and scoped to one', async () => {
    await withTab(SHOP, async (tab) => {
      await tab.lines();
      expect(await tab.lines({ after: 'f1e2' })).toEqual([
        '- iframe "Payment":',
        '  - link "Help" [ref=f1e3]',
        '- link "Terms" [ref=e2]',
      ]);
      expect(await tab.lines({ scope: '@f1e2' })).toEqual([
        '- iframe "Payment" [origin=https://pay.test]:',
        '  - button "Pay" [ref=f1e2]',
      ]);
      expect(await tab.lines({ format: 'indexed', scope: 'f1e3' })).toEqual([
        'iframe "Payment" (origin=https://pay.test):',
        '  [f1e3] link "Help"',
      ]);
      const cut = await tab.snapshot({ maxNodes: 4 });
      expect(cut.stats).toMatchObject({ truncated: true, truncateReasons: ['maxNodes'], nodesEmitted: 4 });
      expect(cut.stats.next).toBeDefined();
      const rest = await tab.lines({ after: cut.stats.next });
      // What fitted before the frame was read is listed again, so that nothing is left out.
      const seen = Object.keys(cut.refs);
      expect(
        [...new Set([...seen, ...rest.flatMap((line) => /\[ref=(\w+)\]/.exec(line)?.[1] ?? [])])].sort(),
      ).toEqual(['e1', 'e2', 'f1e1', 'f1e2', 'f1e3']);
    });
  });

  it('report what has changed since a revision', async () => {
    await withTab(SHOP, async (tab) => {
      const { meta } = await tab.snapshot();
      expect(await tab.snapshot({ since: meta.revision })).toMatchObject({
        delta: { unchanged: true },
      });
      await (await tab.frame('pay.test')).evaluate("document.querySelector('a').remove()");
      expect(await tab.snapshot({ since: meta.revision })).toMatchObject({
        delta: { removed: [{ parent: { role: 'iframe' }, node: { ref: 'f1e3' } }] },
      });
      // A snapshot that the page itself can take does not change the revision.
      expect(await tab.call('snapshot', [{ since: meta.revision }], false)).toMatchObject({
        whole: 'unknown_revision',
      });
    });
  });

  it('are scrolled into view, and refuse a click when they are covered', async () => {
    const sites: Sites = {
      'https://shop.test/': `<body><div style="height:3000px"></div>${SHOP['https://shop.test/']}<div style="height:900px"></div>`,
      'https://pay.test/': SHOP['https://pay.test/'] as string,
    };
    await withTab(sites, async (tab) => {
      await tab.lines();
      const { point } = await tab.call<ActionOk>('action', ['f1e2', 'click', {}]);
      const { x, y } = point as Point;
      await tab.page.mouse.move(x, y);
      await (await tab.frame('pay.test')).locator('button:hover').waitFor();
      await tab.evaluate(
        `document.body.insertAdjacentHTML('beforeend', '<dialog open aria-label=Cookies style="position:fixed;inset:0;width:100%;height:100%"><button>Accept</button></dialog>'); 0`,
      );
      const refused = await tab.call<ErrorResult>('action', ['f1e2', 'click', { timeoutMs: 50 }]);
      expect(refused.error).toMatchObject({
        code: 'element_blocked',
        blocker: { role: 'dialog' },
        blockerActions: [{ name: 'Accept' }],
      });
    });
  });

  it('explain why an action is refused, with refs of the top document', async () => {
    const sites: Sites = {
      'https://a.test/': around('https://b.test/'),
      'https://b.test/': `<button disabled>Off</button><input list=sizes aria-label=Size><datalist id=sizes><option>S<option>M</datalist><button onclick="this.remove()">Once</button><button onclick="location.href = 'https://c.test/'">Leave</button>`,
      'https://c.test/': '<button>Other</button>',
    };
    await withTab(sites, async (tab) => {
      await tab.lines({ interactiveOnly: false });
      const off = await tab.call<ErrorResult>('action', ['f1e1', 'click', { timeoutMs: 0 }]);
      expect(off.error.message).toBe(
        'In the frame of https://b.test: button "Off" [ref=f1e1] is disabled. Do something else first.',
      );
      const { value } = await tab.query('f1e2', 'options');
      expect(value).toMatchObject([
        { ref: expect.stringMatching(/^f1e/), label: 'S' },
        { ref: expect.stringMatching(/^f1e/) },
      ]);
      await tab.call('action', ['f1e3', 'click', {}]);
      const gone = await tab.call<ErrorResult>('action', ['f1e3', 'click', {}]);
      expect(gone.error).toMatchObject({ code: 'ref_not_found', cause: 'detached' });
      expect(gone.error.message).toContain('f1e3 (button "Once") is gone');
      expect(code(await tab.call('query', ['f9kd1', 'text']))).toBe('ref_not_found');
      // The answering document is replaced during the call or before it.
      await tab.call('action', ['f1e4', 'click', {}]);
      await (await tab.frame('c.test')).waitForSelector('button');
      expect(await tab.call('action', ['f1e2', 'click', {}])).toMatchObject({
        error: { code: 'ref_not_found', cause: 'navigated' },
      });
      expect((await tab.lines())[1]).toBe('  - button "Other" [ref=f2e1]');
      expect(code(await tab.call('query', ['f1e2', 'text']))).toBe('ref_not_found');
    });
  });
});

describe('a call that reaches into a frame of another origin', () => {
  const sites: Sites = {
    'https://a.test/':
      '<title>A</title><iframe title=In src="https://b.test/" style="width:600px;height:400px"></iframe><iframe title=Two src="https://c.test/"></iframe><button>Mine</button>',
    'https://b.test/': `<title>B</title><div id=card draggable=true role=button tabindex=0>Card</div><div id=zone role=button tabindex=0>Zone</div><button id=leave>Leave</button><script>
      card.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'the card');
      zone.ondragover = (event) => event.preventDefault();
      zone.ondrop = (event) => { zone.title = event.dataTransfer.getData('text/plain'); };
      // It is never quiet before it has left.
      leave.onclick = () => { setInterval(() => leave.append('.'), 20); setTimeout(() => { location.href = 'https://c.test/'; }); };
    </script>`,
    'https://c.test/': '<title>C</title><button>Other</button>',
  };

  /** Frames are numbered as they answer: where one missed its time, the page is loaded again. */
  const read = async (tab: Tab): Promise<void> => {
    while ((await tab.lines({}, 2)).some((line) => line.includes('no_answer'))) await tab.page.reload();
  };

  it('drags within the frame, and to no other document', async () => {
    await withTab(sites, async (tab) => {
      await read(tab);
      expect(await tab.call('action', ['f1e1', 'drag', { to: 'f1e2' }])).toMatchObject({
        ok: true,
        ref: 'f1e1',
        verified: true,
      });
      expect(await (await tab.frame('b.test')).evaluate('zone.title')).toBe('the card');
      for (const [from, to] of [
        ['f1e1', 'e1'],
        ['f1e1', 'f2e1'],
        ['e1', 'f1e2'],
      ])
        expect(code(await tab.call('action', [from, 'drag', { to }])), `${from} to ${to}`).toBe(
          'frame_inaccessible',
        );
    });
  });

  it('is refused by the verbs of page, or answered for the top document alone', async () => {
    await withTab(sites, async (tab) => {
      await read(tab);
      for (const args of [
        ['scroll', { ref: 'f1e1' }],
        ['wait', { ref: 'f1e1', state: 'visible' }],
        ['extract', { scope: 'f1e1' }],
      ])
        expect(code(await tab.call('page', args)), JSON.stringify(args)).toBe('frame_inaccessible');
      expect(await tab.call('page', ['find', { by: 'role', value: 'button' }])).toMatchObject({
        elements: [{ ref: 'e1', name: 'Mine' }],
        total: 1,
      });
      expect(await tab.call('page', ['search', 'Card'])).toMatchObject({ ok: true, matches: [] });
    });
  });

  it('is lost, and reported as lost, when its document leaves the frame', async () => {
    await withTab(sites, async (tab) => {
      await read(tab);
      expect(await tab.call('action', ['f1e3', 'click', {}])).toMatchObject({
        ok: false,
        error: { code: 'job_lost', cause: 'navigated' },
      });
      expect(await tab.query('f1e3', 'text')).toMatchObject({
        error: { code: 'ref_not_found', cause: 'navigated' },
      });
    });
  });

  it('continues when the frame reports a load but keeps its document', async () => {
    const loading: Sites = {
      'https://a.test/':
        '<iframe id=in src="https://b.test/" style="width:600px;height:400px"></iframe><script>onmessage = ({ data }) => data === "pressed" && document.getElementById("in").dispatchEvent(new Event("load"))</script>',
      'https://b.test/':
        '<button id=go>Go</button><script>go.onclick = () => { parent.postMessage("pressed", "*"); let steps = 0; const next = () => { go.textContent = "Step " + ++steps; if (steps < 12) setTimeout(next, 60); }; next(); }</script>',
    };
    await withTab(loading, async (tab) => {
      await read(tab);
      expect(await tab.call('action', ['f1e1', 'click', {}])).toMatchObject({ ok: true, verified: true });
      expect(await tab.query('f1e1', 'text')).toMatchObject({ value: 'Step 12' });
    });
  });

  it('is refused where the answer is too long, and the next call is answered', async () => {
    await withTab(sites, async (tab) => {
      await read(tab);
      await (await tab.frame('b.test')).evaluate("void (leave.title = 'x'.repeat(9_000_000))");
      expect(await tab.query('f1e3', 'outerHTML', { limitChars: 1e8 })).toMatchObject({
        error: {
          code: 'invalid_argument',
          argument: 'limitChars',
          message: expect.stringContaining('The answer has more than 8,000,000 characters.'),
        },
      });
      expect(await tab.query('f1e3', 'text')).toMatchObject({ ok: true, value: 'Leave' });
    });
  });
});

describe('a frame of another origin stays one opaque node', () => {
  it('for a call without a proof, with a wrong or a used one, and for all verbs but start', async () => {
    await withTab(SHOP, async (tab) => {
      expect(await tab.call('snapshot', [{ format: 'text' }], false)).toMatchObject({
        text: expect.stringContaining(frameWith('cross_origin')),
      });
      await tab.lines();
      const used = await tab.proof();
      expect(code(await tab.call('snapshot', [{}], used))).toBe('ok');
      for (const proof of [
        used,
        '1.x',
        '',
        'x'.repeat(66),
        used.replace(/^\d+/, '99'),
        7 as unknown as string,
      ]) {
        const refused = await tab.call<ErrorResult>('snapshot', [{ channelProof: proof }], false);
        expect(refused.error, String(proof)).toMatchObject({
          code: 'invalid_argument',
          argument: 'channelProof',
        });
        expect(JSON.stringify(refused)).not.toContain(used);
      }
      expect(code(await tab.call('action', ['f1e1', 'fill', { text: 'x' }], false))).toBe(
        'frame_inaccessible',
      );
      expect(code(await tab.call('query', ['f1e1', 'value'], false))).toBe('frame_inaccessible');
      const proof = JSON.stringify({ channelProof: await tab.proof() });
      for (const call of [
        `run('snapshot', ${proof})`,
        `run('action', 'f1e1', 'click', ${proof})`,
        `run('query', 'f1e1', 'text', ${proof})`,
        `snapshot(${proof})`,
        `action('f1e1', 'click', ${proof})`,
      ]) {
        const result = await tab.page.evaluate<ErrorResult>(`window.__agentBrowser.${call}`);
        expect(result.error, call).toMatchObject({ code: 'invalid_argument', argument: 'channelProof' });
      }
      expect(await (await tab.frame('pay.test')).evaluate("document.querySelector('#name').value")).toBe('');
    });
  });

  it('where the frame has no script, has another key, or does not answer', async () => {
    const late = 'https://late.test/';
    const sites: Sites = {
      'https://shop.test/': `${SHOP['https://shop.test/']}<iframe src="${late}"></iframe><iframe src="https://other.test/"></iframe>`,
      'https://pay.test/': SHOP['https://pay.test/'] as string,
      [late]: '<button>Late</button>',
      'https://other.test/': '<button>Other</button>',
    };
    const start = (keyed: string, plain: string): string =>
      `if (location.host === 'shop.test') { ${keyed} } else if (location.host === 'late.test') { addEventListener('load', () => { ${keyed} }) } else if (location.host === 'other.test') { ${keyed.replace(/"[\w-]{32}"/, '"00000000000000000000000000000000"')} } else { ${plain} }`;
    await withTab(
      sites,
      async (tab) => {
        expect((await tab.lines({}, 3)).filter((line) => line.includes('frame='))).toEqual([
          frameWith('no_answer'),
          '- iframe [frame=no_answer] [origin=https://late.test]',
          '- iframe [frame=no_answer] [origin=https://other.test]',
        ]);
      },
      { start },
    );
  });

  it('where the top document has no key, got it late, or has released the script', async () => {
    await withTab(
      SHOP,
      async (tab) => {
        expect(await tab.lines()).toContain(frameWith('no_channel'));
      },
      { start: (keyed, plain) => `if (window === top) { ${plain} } else { ${keyed} }` },
    );
    await withTab(
      SHOP,
      async (tab) => {
        await tab.page.waitForFunction('window.__agentBrowser');
        expect(await tab.lines()).toContain(frameWith('no_channel'));
      },
      {
        start: (keyed) =>
          `if (window === top) addEventListener('load', () => { ${keyed} }); else { ${keyed} }`,
      },
    );
    await withTab(SHOP, async (tab) => {
      await (await tab.frame('pay.test')).evaluate("window.__agentBrowser.page('release')");
      expect(await tab.lines({}, 1)).toContain(frameWith('no_answer'));
    });
  });

  it('where frames are nested too deep', async () => {
    const sites: Record<string, string> = {};
    for (let i = 0; i < 7; i++)
      sites[`https://n${i}.test/`] = around(`https://n${i + 1}.test/`, `<button>B${i}</button>`);
    sites['https://n7.test/'] = '<button>B7</button>';
    await withTab(sites, async (tab) => {
      const all = await tab.lines();
      expect(all.filter((line) => line.includes('button')).length).toBe(6);
      expect(all.find((line) => line.includes('frame='))).toContain('[frame=too_deep]');
    });
  });
});

describe('a script with a key', () => {
  it('can not be replaced, taken apart or forged, and may be injected twice', async () => {
    await withTab(
      {
        ...SHOP,
        'https://shop.test/': `${SHOP['https://shop.test/']}<iframe name=__agentBrowser hidden></iframe>`,
      },
      async (tab) => {
        expect(await tab.lines()).toEqual(SHOP_LINES);
        expect(
          await tab.evaluate(`(() => {
            const api = window.__agentBrowser;
            const tried = [];
            for (const change of [() => { 'use strict'; window.__agentBrowser = 1; }, () => { 'use strict'; delete window.__agentBrowser; }, () => Object.defineProperty(window, '__agentBrowser', { value: 1 }), () => { 'use strict'; api.json = 1; }])
              try { change(); tried.push('done'); } catch { tried.push('refused'); }
            return JSON.stringify([api === window.__agentBrowser, tried, String(api[Symbol.for('agent-browser-inpage')])]);
          })()`),
        ).toBe(JSON.stringify([true, ['refused', 'refused', 'refused', 'refused'], 'undefined']));
        const sources = await tab.evaluate<string>(
          `Reflect.ownKeys(window.__agentBrowser).map((key) => String(window.__agentBrowser[key])).join()`,
        );
        expect(sources).not.toContain(tab.key);
      },
      { start: (keyed) => `${keyed};${keyed}` },
    );
  });

  it('does not adopt what a page or another key has put in its place', async () => {
    const fake = `Object.defineProperty(window, '__agentBrowser', { value: Object.freeze({ json: () => '{}' }) });`;
    await withTab(
      SHOP,
      async (tab) => {
        expect(await tab.evaluate('window.thrown')).toBe('TypeError');
      },
      { before: fake, start: (keyed) => `try { ${keyed} } catch (error) { window.thrown = error.name }` },
    );
    await withTab(
      SHOP,
      async (tab) => {
        expect(await tab.evaluate('window.thrown')).toContain('a script with a channel key is there');
        expect(await tab.lines()).toEqual(SHOP_LINES);
      },
      {
        start: (keyed, plain) => `${keyed};try { ${plain} } catch (error) { window.thrown = error.message }`,
      },
    );
  });
});
