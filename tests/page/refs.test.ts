import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResult, SnapshotTree } from '../../src/contract.ts';
import { type Engine, lines, openEngine, tree, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const LIST =
  '<!doctype html><body><ul><li><button>a</button></li><li><button>b</button></li><li><button>c</button></li></ul>';

describe('refs', () => {
  it('are numbered in document order and stay with their element, whatever the options', async () => {
    await withPage(engine, LIST, async (page) => {
      const first = await lines(page);
      expect(first).toEqual(['- button "a" [ref=e1]', '- button "b" [ref=e2]', '- button "c" [ref=e3]']);
      await page.evaluate("document.querySelector('ul').prepend(document.querySelector('li:last-child'))");
      expect(await lines(page)).toEqual([
        '- button "c" [ref=e3]',
        '- button "a" [ref=e1]',
        '- button "b" [ref=e2]',
      ]);
      await page.evaluate(
        "document.querySelector('ul').insertAdjacentHTML('afterbegin', '<li><button>new</button></li>')",
      );
      expect((await lines(page, { interactiveOnly: false })).slice(1, 3)).toEqual([
        '  - button "new" [ref=e4]',
        '  - button "c" [ref=e3]',
      ]);
    });
  });

  it('are mirrored into the page and never read from it', async () => {
    await withPage(engine, LIST, async (page) => {
      await lines(page);
      expect(
        await page.evaluate(
          "[...document.querySelectorAll('[data-agent-ref]')].map(e => e.dataset.agentRef)",
        ),
      ).toEqual(['e1', 'e2', 'e3']);
      await page.evaluate("(document.querySelectorAll('button')[0].dataset.agentRef = 'e3', 0)");
      const { value } = await page.json<{ value: string }>('query', 'e3', 'text');
      expect(value).toBe('c');
      await lines(page);
      expect(await page.evaluate("document.querySelectorAll('button')[0].dataset.agentRef")).toBe('e1');
    });
  });

  it('work in an editor that replaces each element in it that gets an attribute', async () => {
    const html = `<div role=textbox contenteditable aria-label=Note><p>Do</p><label contenteditable=false><input type=checkbox></label> this</div>
      <script>new MutationObserver((records) => {
        for (const { target } of records) if (target.matches('div *')) target.replaceWith(target.cloneNode(true));
      }).observe(document.querySelector('div'), { subtree: true, attributes: true });</script>`;
    await withPage(engine, html, async (page) => {
      expect(await lines(page)).toEqual([
        expect.stringMatching(/^- textbox "Note" \[ref=e1\]: Do\s+this$/),
        expect.stringMatching(/^ {2}- checkbox .*\[ref=e2\] \[checked=false\]/),
      ]);
      expect(await page.json('query', 'e2', 'isChecked')).toMatchObject({ ok: true, value: false });
    });
  });

  it('leave no mark when asked not to', async () => {
    await withPage(engine, LIST, async (page) => {
      await lines(page, { markRefs: false });
      expect(await page.evaluate("document.querySelectorAll('[data-agent-ref]').length")).toBe(0);
    });
  });

  it('are read in every accepted spelling', async () => {
    await withPage(engine, LIST, async (page) => {
      await lines(page);
      for (const spelling of ['e2', '@e2', 'ref=e2', '[ref=e2]', '  e2 ', ' [ref=e2] ', '2']) {
        expect((await page.json<{ value: string }>('query', spelling, 'text')).value).toBe('b');
      }
      for (const wrong of ['e', 'e0', 'button', '', 'e2 e3']) {
        expect((await page.json<ErrorResult>('query', wrong, 'text')).error.code).toBe('invalid_argument');
      }
    });
  });

  const dead: [what: string, change: string, cause: string, words: RegExp][] = [
    ['never issued', '0', 'unknown', /e2 was never issued|e99/],
    ['removed', "(document.querySelectorAll('button')[1].remove(), 0)", 'detached', /"b"\) is gone/],
    [
      'another thing now',
      "(document.querySelectorAll('button')[1].textContent = 'delete everything', 0)",
      'replaced',
      /was button "b" and now stands for something else: button "delete everything"/,
    ],
  ];
  it.each(dead)('fail loudly: %s', async (what, change, cause, words) => {
    await withPage(engine, LIST, async (page) => {
      await lines(page);
      await page.evaluate(change);
      const { error } = await page.json<ErrorResult>('query', what === 'never issued' ? 'e99' : 'e2', 'text');
      expect(error).toMatchObject({ code: 'ref_not_found', cause });
      expect(error.message).toMatch(words);
    });
  });

  it('stay with a control of which only a number changes, also without spaces around the number', async () => {
    const html = '<!doctype html><button>共3件商品</button><button>3 items in cart</button>';
    await withPage(engine, html, async (page) => {
      await lines(page);
      await page.evaluate(
        "(document.querySelectorAll('button').forEach((b) => { b.textContent = b.textContent.replace('3', '4'); }), 0)",
      );
      for (const [ref, value] of [
        ['e1', '共4件商品'],
        ['e2', '4 items in cart'],
      ])
        expect(await page.json('query', ref, 'text')).toMatchObject({ ok: true, value });
    });
  });

  it('fail loudly where a row is reused for another number, also in Persian digits', async () => {
    const html = '<!doctype html><ul><li>سفارش ۱۲ <button>حذف</button></ul>';
    await withPage(engine, html, async (page) => {
      await lines(page);
      await page.evaluate("(document.querySelector('li').firstChild.data = 'سفارش ۳۴ ', 0)");
      const { error } = await page.json<ErrorResult>('query', 'e1', 'text');
      expect(error).toMatchObject({ code: 'ref_not_found', cause: 'replaced' });
    });
  });

  it('lead to a link in a label that also names the button in the link', async () => {
    const html =
      '<!doctype html><div role="button" tabindex="0"><label>One <a href="#y"><button>Save</button></a></label></div>';
    await withPage(engine, html, async (page) => {
      expect(await lines(page)).toEqual([
        '- button "One Save" [ref=e1]:',
        '  - link "One" [ref=e2]:',
        '    - button "One" [ref=e3]: Save',
      ]);
      expect((await page.json<{ value: string }>('query', 'e2', 'xpath')).value).toMatch(/label\/a$/);
    });
  });

  it('suggest the only element that looks the same, without acting on it', async () => {
    await withPage(engine, LIST, async (page) => {
      await lines(page);
      await page.evaluate(
        "(document.querySelector('ul').innerHTML = document.querySelector('ul').innerHTML, 0)",
      );
      const { error } = await page.json<ErrorResult>('query', 'e2', 'text');
      expect(error.suggestion).toEqual({ ref: 'e4', tag: 'button', role: 'button', name: 'b' });
    });
  });

  it('fail with the cause `navigated` if the host names another document', async () => {
    await withPage(engine, LIST, async (page) => {
      const { meta } = await tree(page);
      expect(await page.json('query', 'e1', 'text', { document: meta.document })).toMatchObject({
        ok: true,
        value: 'a',
      });
      const { error } = await page.json<ErrorResult>('query', 'e1', 'text', { document: 'other' });
      expect(error).toMatchObject({ code: 'ref_not_found', cause: 'navigated' });
    });
  });

  it('survive a second injection, which replaces an object of the page at window.__agentBrowser', async () => {
    await withPage(engine, LIST, async (page) => {
      const before = await tree(page);
      await page.inject();
      const after = await tree(page);
      expect(Object.keys(after.refs)).toEqual(Object.keys(before.refs));
      expect(after.meta.document).toBe(before.meta.document);
      await page.evaluate("(window.__agentBrowser = { json: () => '{}', version: '99' }, 0)");
      await page.inject();
      expect((await page.json<SnapshotTree>('snapshot')).ok).toBe(true);
    });
  });

  it('work although the page has declared __agentBrowser with var', async () => {
    await withPage(
      engine,
      `${LIST}<script>var __agentBrowser = { snapshot() { return 'fake' } };</script>`,
      async (page) => {
        expect((await tree(page)).tree.role).toBe('document');
      },
    );
  });

  const stillTheSame: [what: string, html: string, options: Record<string, unknown>, text: string][] = [
    ['a paragraph with a handler', '<p onclick="1">Open</p>', {}, 'Open'],
    ['a list item with a handler', '<ul><li onclick="1">Open</li></ul>', {}, 'Open'],
    ['code with a handler', '<code onclick="1">x = 1</code>', {}, 'x = 1'],
    [
      'a presentational table with a handler',
      '<table role=presentation onclick="1"><tr><td>Open</table>',
      {},
      'Open',
    ],
    ['a name that was cut in a word', '<button>Unbelievable</button>', { maxTextPerNode: 6 }, 'Unbelievable'],
    ['a name from an icon', '<button><i class="fa fa-trash"></i></button>', {}, ''],
    [
      'a card named by its icon, with a button in it',
      '<div onclick="1"><i class="fa fa-trash"></i><button>Buy</button></div>',
      {},
      'Buy',
    ],
    ['a frame that takes the focus', '<iframe tabindex=0 title=Inner></iframe>', {}, ''],
  ];
  it.each(stillTheSame)('stay valid on an unchanged page: %s', async (_what, html, options, text) => {
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      await tree(page, options);
      expect(await page.json('query', 'e1', 'text')).toMatchObject({ ok: true, value: text });
    });
  });

  const LONG = 'long '.repeat(60);
  const textNamed: [what: string, html: string, index: number][] = [
    ['written behind long controls', `<div onclick=1><button>${LONG}</button> Written</div>`, 0],
    ['in a table', '<div onclick=1><table role=table><tr><td>Written</table><button>Go</button></div>', 0],
    [
      'in an editor, beside something to press',
      '<div contenteditable>Writ<b>ten</b><i onclick=1>down</i></div>',
      0,
    ],
    [
      'in an editor, in parts with names',
      '<div contenteditable>Wri<b aria-label=One>tt</b><b aria-label=Two>en</b></div>',
      0,
    ],
    ['in an option with another label', '<select><option aria-label=Other>Written</select>', 1],
    ['elsewhere, which it owns', '<div onclick=1 aria-owns=o><button>Other</button></div><p id=o>Written', 0],
    [
      'in the label of a meter in it',
      '<label for=m>Written</label><div onclick=1><meter id=m></meter></div>',
      0,
    ],
    ['in an option with a role', '<select><option role=menuitem>Written</select>', 1],
  ];
  it.each(textNamed)(
    'lead to an element that a snapshot has named after its text: %s',
    async (_what, html, index) => {
      await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
        const { refs } = await tree(page, { interactiveOnly: false });
        const entry = Object.values(refs)[index];
        expect(entry?.name).toBe('Written');
        expect(await page.json('query', entry?.ref, 'isEnabled')).toMatchObject({ ok: true });
      });
    },
  );

  it('lead to a box that is named after a hidden field in it, whose label stands elsewhere', async () => {
    const html =
      '<label for=f>Country</label><div onclick="1"><span>France</span><input id=f style="display:none"></div>';
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      const { refs } = await tree(page);
      const box = Object.values(refs).find(({ tag }) => tag === 'div');
      expect(box?.name).toBe('Country');
      expect(await page.json('query', box?.ref, 'text')).toMatchObject({ ok: true, value: 'France' });
    });
  });

  it('lead to labels with the role that the snapshot shows', async () => {
    const html =
      '<label role=dialog title=Help>Press the bell</label><label role=note>Noon</label><label>Name</label>';
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      const { refs } = await tree(page, { interactiveOnly: false });
      for (const { ref, role } of Object.values(refs)) {
        const { value } = await page.json<{ value: { role: string } }>('query', ref, 'describe');
        expect(value.role).toBe(role === 'text' ? 'generic' : role);
      }
      expect(Object.values(refs).map(({ role }) => role)).toEqual(['dialog', 'note', 'text']);
    });
  });

  it('tell that an element was removed, also long ago', async () => {
    await withPage(engine, '<!doctype html><body>', async (page) => {
      // Only the last removed elements keep their entries; the number of a ref tells whether it was issued.
      await page.run(`
        for (let i = 0; i < 30; i++) {
          document.body.innerHTML = '<button>One of many</button>'.repeat(100);
          window.__agentBrowser.snapshot();
        }`);
      for (const ref of ['e1', 'e2900'])
        expect((await page.json<ErrorResult>('query', ref, 'text')).error.cause).toBe('detached');
      expect((await page.json<ErrorResult>('query', 'e3001', 'text')).error.cause).toBe('unknown');
      expect(await page.json('query', 'e3000', 'text')).toMatchObject({ ok: true, value: 'One of many' });
    });
  });
});
