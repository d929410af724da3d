import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, IS_REAL, lines, openEngine, withPage } from '../support/engine.ts';
import { DEPTH } from '../support/engine-differences.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const shown = (html: string, before: string, options: Record<string, unknown> = {}): Promise<string[]> =>
  withPage(engine, `<!doctype html><body>${html}`, (page) => lines(page, options), before);

const shadow = (id: string, html: string): string =>
  `document.getElementById('${id}').attachShadow({mode:'open'}).innerHTML = ${JSON.stringify(html)};`;

describe('the flat tree', () => {
  it('shows shadow content with what is slotted in its place', async () => {
    expect(
      await shown(
        '<div id=host><button slot=end>light</button><button>lost</button></div>',
        shadow('host', '<button>first</button><slot name=end></slot><button>last</button>'),
      ),
    ).toEqual(['- button "first" [ref=e1]', '- button "light" [ref=e2]', '- button "last" [ref=e3]']);
  });

  it('shows the fallback of a slot that nothing is assigned to', async () => {
    expect(
      await shown('<div id=host></div>', shadow('host', '<slot><button>fallback</button></slot>')),
    ).toEqual(['- button "fallback" [ref=e1]']);
  });

  it('leaves shadow roots out when asked to', async () => {
    expect(
      await shown('<div id=host></div><button>a</button>', shadow('host', '<button>in</button>'), {
        shadow: false,
      }),
    ).toEqual(['- button "a" [ref=e1]']);
  });

  it('moves elements below the element whose aria-owns names them, once, also with cycles', async () => {
    expect(
      await shown(
        `<ul role=menu aria-label=Edit aria-owns="b b a"></ul><div id=a role=menuitem aria-owns=c>cut</div>
         <div id=b role=menuitem>copy</div><div id=c role=menuitem aria-owns="a c">paste</div>`,
        '',
      ),
    ).toEqual([
      '- menu "Edit":',
      '  - menuitem "copy" [ref=e1]',
      expect.stringContaining('  - menuitem "cut'),
      expect.stringContaining('    - menuitem "paste'),
    ]);
  });

  it('leaves elements that a hidden element owns at their own place', async () => {
    const owners =
      '<details><summary>more</summary><i aria-owns=a></i></details><p hidden aria-owns=b></p><p aria-hidden=true aria-owns=c></p>' +
      '<details aria-owns=d><summary>less</summary></details><p style="opacity:0" aria-owns=e></p><progress><i aria-owns=f></i></progress>' +
      '<svg><title aria-owns=g></title><defs><g aria-owns=h /></defs></svg>';
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const owned = ids.map((id) => `<button id=${id}>${id}</button>`).join('');
    expect(await shown(owners + owned, '')).toEqual([
      '- button "more" [ref=e1] [expanded=false]',
      '- button "less" [ref=e2] [expanded=false]',
      ...ids.map((id, i) => `- button "${id}" [ref=e${i + 3}]`),
    ]);
  });

  it('leaves an element at its own place where a hidden element owns it before a visible one', async () => {
    const grid = '<div role=grid aria-label=Prices><div id=rows><button>Lamp</button></div>';
    expect(
      await shown(
        `${grid}<p hidden aria-owns=rows></p><button aria-label="First page" aria-owns=rows></button></div>`,
        '',
      ),
    ).toEqual(['- grid "Prices":', '  - button "Lamp" [ref=e1]', '  - button "First page" [ref=e2]']);
  });

  it('does not list an owned element of a hidden part of the page, and takes no owned list for the value of a combobox', async () => {
    expect(
      await shown(
        `<div role=combobox tabindex=0 aria-label=Look aria-owns=p>L2</div><div hidden><div id=p>Search <button>x</button></div></div>
         <div role=combobox tabindex=0 aria-label=Size aria-owns=l>Small</div><ul role=listbox id=l><li role=option>Large</ul>`,
        '',
      ),
    ).toEqual([
      '- combobox "Look" [ref=e1]: L2',
      '- combobox "Size" [ref=e2]: Small',
      '  - listbox [ref=e3]:',
      '    - option "Large" [ref=e4] [selected=false]',
    ]);
  });

  it('does not name a button after the menu that it owns', async () => {
    expect(
      await shown(
        '<button aria-haspopup=menu aria-expanded=true aria-owns=m>Account</button><div id=m role=menu><div role=menuitem>Log out</div></div>',
        '',
      ),
    ).toEqual([
      '- button "Account" [ref=e1] [expanded] [haspopup=menu]:',
      '  - menu:',
      '    - menuitem "Log out" [ref=e2]',
    ]);
  });

  it('lists the options of a select once, even if another element owns one that has aria-modal', async () => {
    expect(
      await shown(
        '<div aria-owns=a></div><select aria-label=Pick><option id=a aria-modal=true>one</select>',
        '',
      ),
    ).toEqual(['- combobox "Pick" [ref=e1]: one', '  - option "one" [ref=e2] [selected]']);
  });

  it('lists the options of a select once, even if another element owns a box in it', async () => {
    const build =
      "const box = document.querySelector('select').appendChild(document.createElement('div')); box.id = 'b';" +
      "box.append(Object.assign(document.createElement('option'), { textContent: 'two' }))";
    const text = await withPage(
      engine,
      '<!doctype html><p aria-owns=b></p><select aria-label=Pick><option>one</select>',
      async (page) => {
        await page.run(build);
        return lines(page);
      },
    );
    expect(text.filter((line) => line.includes('"two"'))).toHaveLength(1);
  });

  it('lists the options of a select once, even if an open dialog in it holds one', async () => {
    const build =
      "document.querySelector('select').append(Object.assign(document.createElement('dialog'), { open: true }));" +
      "document.querySelector('dialog').append(Object.assign(document.createElement('option'), { textContent: 'two' }))";
    const text = await withPage(
      engine,
      '<!doctype html><select aria-label=Pick><option>one</select>',
      async (page) => {
        await page.run(build);
        return lines(page);
      },
    );
    expect(text.filter((line) => line.includes('"two"'))).toHaveLength(1);
    expect(text[0]).toBe('- combobox "Pick" [ref=e1]: one');
  });

  it('lists options once where a dialog in a select holds another select', async () => {
    await withPage(engine, '<!doctype html><select aria-label=Pick><option>one</select>', async (page) => {
      await page.run(
        "const dialog = document.createElement('dialog');" +
          'dialog.open = true;' +
          "dialog.innerHTML = '<p>Size <select aria-label=Inner><option>two</select>';" +
          "dialog.setAttribute('aria-modal', 'true');" +
          "document.querySelector('select').append(dialog);",
      );
      const text = await lines(page);
      expect(text.filter((line) => line.includes('"two"'))).toHaveLength(
        text.join().includes('"Inner"') ? 1 : 0,
      );
      expect(text.filter((line) => line.includes('"one"'))).toHaveLength(1);
    });
  });

  it('knows the slots of a closed shadow root that the hook has seen', async () => {
    await withPage(engine, '<!doctype html><body><div id=host><button>light</button></div>', async (page) => {
      await page.json('page', 'hooks', { closedShadowRoots: true });
      await page.run(
        "const root = document.getElementById('host').attachShadow({ mode: 'closed' });" +
          "root.innerHTML = '<div hidden><slot name=other></slot></div><p>Shown: <slot></slot></p>';",
      );
      expect(await lines(page)).toEqual(['- button "light" [ref=e1]']);
      expect(await page.json('query', 'e1', 'isVisible')).toMatchObject({ ok: true, value: true });
      await page.run("document.querySelector('button').slot = 'other'");
      expect(await page.json('query', 'e1', 'isVisible')).toMatchObject({ ok: true, value: false });
    });
  });

  it('survives controls that shadow the members of their form', async () => {
    const names = [
      'childNodes',
      'getAttribute',
      'parentNode',
      'nodeType',
      'tagName',
      'localName',
      'children',
      'shadowRoot',
    ];
    const fields = names.map((name) => `<input name=${name} aria-label=${name}>`).join('');
    expect(await shown(`<form aria-label=Trap>${fields}</form>`, '')).toEqual([
      '- form "Trap":',
      ...names.map((name, i) => `  - textbox "${name}" [ref=e${i + 1}]`),
    ]);
  });

  it('walks as deep as the document goes', async () => {
    // Blink's layout fails between 2,000 and 3,000 nested blocks; computed styles of jsdom and happy-dom take quadratic time.
    const depth = IS_REAL ? DEPTH : 400;
    const nest = `let at = document.body; for (let i = 0; i < ${depth}; i++) at = at.appendChild(document.createElement('div'));
      at.innerHTML = '<button>deep</button>';`;
    expect(await shown('', nest)).toEqual(['- button "deep" [ref=e1]']);
  });
});
