import { beforeAll, describe, expect, it } from 'vitest';
import type { Delta, DeltaNode, SnapshotDelta, SnapshotText, SnapshotTree } from '../../src/contract.ts';
import { type Engine, IS_REAL, openEngine, type TestPage, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** Enough unchanged controls that a delta is shorter than the whole snapshot. */
const AROUND = `<div role=group aria-label=Menu>${Array.from({ length: 12 }, (_, i) => `<button>Button number ${i}</button>`).join('')}</div>`;

const PAGE = `<!doctype html><body>${AROUND}<main><h1>Cart</h1><ul id=list aria-label=Items>
  <li data-id=1>Lamp <button id=x1>Remove lamp</button></li>
  <li data-id=2>Desk <button id=x2>Remove desk</button></li>
  <li data-id=3>Chair <button id=x3>Remove chair</button></li></ul>
  <p id=total>Total 30</p><label><input id=gift type=checkbox> Gift wrap</label>
  <input id=code aria-label=Code></main>`;

const entryLines = (entries: DeltaNode[] | undefined): string[] =>
  (entries ?? []).map(({ node, parent, was }) =>
    [
      `${node.role} ${node.name ?? node.text ?? ''}`.trim(),
      node.ref ?? '-',
      parent ? `in ${parent.role} ${parent.name ?? ''}`.trim() : '-',
      was ? JSON.stringify(was) : '',
    ]
      .join(' | ')
      .replace(/[ |]+$/, ''),
  );

interface Change {
  added: string[];
  changed: string[];
  removed: string[];
  delta: Delta;
}

/** The delta that a script in the page leads to, its entries as `node | ref | parent | old fields`. */
const change = (script: string, options: Record<string, unknown> = {}, html = PAGE): Promise<Change> =>
  withPage(engine, html, async (page) => {
    const { meta } = await page.json<SnapshotTree>('snapshot', options);
    await page.run(script);
    const result = await page.json<SnapshotDelta | SnapshotTree>('snapshot', {
      ...options,
      since: meta.revision,
    });
    if (!('delta' in result)) throw new Error(`the whole: ${JSON.stringify(result).slice(0, 200)}`);
    const { delta } = result;
    expect(result.meta.revision).toBe(meta.revision + 1);
    return {
      added: entryLines(delta.added),
      changed: entryLines(delta.changed),
      removed: entryLines(delta.removed),
      delta,
    };
  });

const FULL = { interactiveOnly: false };

describe('the delta since a revision', () => {
  it('is unchanged where nothing has changed', async () => {
    const { delta } = await change('');
    expect(delta).toEqual({ since: 1, unchanged: true });
  });

  it('lists an element that becomes editable, but not one that is only operated in another way', async () => {
    const html = `${PAGE}<p id=note onclick="1">Note</p><p id=other onclick="1">Other</p>`;
    const script =
      "note.setAttribute('contenteditable', ''); other.setAttribute('tabindex', 0); other.onclick = null";
    const { added, changed, removed } = await change(script, {}, html);
    expect([added, changed, removed]).toEqual([[], [expect.stringMatching(/^generic Note \| /)], []]);
  });

  it('lists a box that becomes focusable as added, without the links that were in it before', async () => {
    const rows = ['Lamp', 'Desk', 'Chair'].map((name) => `<tr><td><a href=/${name}>${name}</a></td></tr>`);
    const html = `<!doctype html><body>${AROUND}<table role=table id=rows aria-label=Mails>${rows.join('')}</table>`;
    const { delta, ...lists } = await change('rows.tabIndex = 0', {}, html);
    expect(lists).toEqual({ added: ['table Mails | e16 | -'], changed: [], removed: [] });
    expect(delta.added?.[0]?.node.children).toBeUndefined();
  });

  it('lists the new value of a select, without its options and the count of those left out', async () => {
    const sizes = (count: number): string =>
      Array.from({ length: count }, (_, i) => `<option>Size ${i}</option>`).join('');
    const html = `<!doctype html><body>${AROUND}<select id=few aria-label=Few>${sizes(4)}</select>
      <select id=all aria-label=All>${sizes(40)}</select><select id=some aria-label=Some multiple>${sizes(2)}</select>`;
    const { delta, ...lists } = await change(
      'few.selectedIndex = 2; all.selectedIndex = 3; some.options[0].selected = true',
      {},
      html,
    );
    expect(lists).toEqual({
      added: [],
      changed: [
        'combobox Few | e13 | - | {"value":"Size 0"}',
        'combobox All | e18 | - | {"value":"Size 0"}',
        'listbox Some | e49 | -',
      ],
      removed: [],
    });
    expect(delta.changed?.[1]?.node.more).toBeUndefined();
  });

  it('is unchanged where only classes, data attributes or scripts have changed', async () => {
    const { delta } = await change(
      "total.className = 'x'; total.dataset.y = '1'; document.body.append(document.createElement('script'))",
    );
    expect(delta).toEqual({ since: 1, unchanged: true });
  });

  const ROWS =
    '<table id=rows><tr><td>Apple<td>5<tr><td>Pear<td>3<tr><td>Fig<td>9</table><p id=total>Three rows</p>';
  it.each([
    ['sorted anew', 'rows.tBodies[0].prepend(rows.rows[1])'],
    ['filtered', 'rows.rows[1].style.display = "none"'],
    ['gone with what stood over them', 'rows.remove()'],
  ])(
    'says `texts: changed` for texts that a snapshot for acting leaves out: rows are %s',
    async (_, script) => {
      const { delta } = await change(script, {}, `<!doctype html><body>${AROUND}${ROWS}`);
      expect(delta).toEqual({ since: 1, texts: 'changed' });
    },
  );

  it('lists an added control with its ref', async () => {
    const { added, changed, removed } = await change(
      "list.insertAdjacentHTML('beforeend', '<li data-id=4>Rug <button>Remove rug</button></li>')",
    );
    expect({ added, changed, removed }).toEqual({
      added: ['text Rug | - | -', 'button Remove rug | e18 | -'],
      changed: [],
      removed: [],
    });
  });

  it('lists a removed control once, with its old ref', async () => {
    const { added, changed, removed } = await change('list.children[1].remove()');
    expect({ added, changed, removed }).toEqual({
      added: [],
      changed: [],
      removed: ['button Remove desk | e14 | -'],
    });
  });

  it('lists a hidden control as removed, and as added with the same ref when it is shown again', async () => {
    await withPage(engine, PAGE, async (page) => {
      const first = await page.json<SnapshotTree>('snapshot');
      await page.run("x2.style.display = 'none'");
      const second = await page.json<SnapshotDelta>('snapshot', { since: first.meta.revision });
      expect(entryLines(second.delta.removed)).toEqual(['button Remove desk | e14 | -']);
      await page.run("x2.style.display = ''");
      const third = await page.json<SnapshotDelta>('snapshot', { since: second.meta.revision });
      expect(entryLines(third.delta.added)).toEqual(['button Remove desk | e14 | -']);
    });
  });

  it('gives the old values of the fields that differ', async () => {
    const { changed } = await change(
      "gift.checked = true; code.value = 'SAVE'; x1.disabled = true; x3.setAttribute('aria-expanded', 'false')",
    );
    expect(changed).toEqual([
      'button Remove lamp | e13 | -',
      'button Remove chair | e15 | -',
      'checkbox Gift wrap | e16 | - | {"checked":false}',
      'textbox Code | e17 | -',
    ]);
  });

  it('cuts a long old text', async () => {
    const long = 'word '.repeat(100);
    const html = `<!doctype html><body>${AROUND}<textarea id=t aria-label=Note>${long}</textarea><p id=p>${long}</p>`;
    const { delta } = await change(`t.value += 'x'; p.textContent += 'x'`, FULL, html);
    const was = (delta.changed ?? []).map((one) => one.was?.value ?? one.was?.text);
    expect(was).toEqual([`${long.slice(0, 199)}…`, `${long.slice(0, 199)}…`]);
  });

  it('lists a new name of the same element as a change', async () => {
    const { changed, added, removed } = await change("x1.textContent = 'Undo'");
    expect({ changed, added, removed }).toEqual({
      changed: ['button Undo | e13 | - | {"name":"Remove lamp"}'],
      added: [],
      removed: [],
    });
  });

  it('leaves out guessed descriptions, which depend on other rows, and lists a changed aria-describedby', async () => {
    const rows = `${AROUND}<ul><li>Lamp <button id=a aria-describedby=why>Delete</button></li><li id=row>Desk <button>Delete</button></li></ul><p id=why hidden></p>`;
    const { changed, removed } = await change('row.remove()', {}, rows);
    expect(removed).toHaveLength(1);
    expect(changed).toEqual([]);
    const real = await change('why.textContent = "For good"', {}, rows);
    expect(real.changed).toEqual([expect.stringMatching(/^button Delete \|/)]);
    expect(real.delta.changed?.[0]?.node.description).toBe('For good');
  });

  it('lists changed descriptions of rows that are reused, and only the text where one row changes', async () => {
    const rows = `${AROUND}<ul id=l>${['Ann 3', 'Bob 4', 'Cyd 5'].map((words) => `<li><b>${words}</b> <button>Vote</button></li>`).join('')}</ul>`;
    const one = await change("l.querySelector('b').textContent = 'Ann 4'", {}, rows);
    expect([one.changed, one.added]).toEqual([[], [expect.stringContaining('Ann 4')]]);
    const texts = "const [ann, bob] = l.querySelectorAll('b');";
    const sorted = await change(`${texts} ann.textContent = 'Bob 4'; bob.textContent = 'Ann 5'`, {}, rows);
    const descriptions = (sorted.delta.changed ?? []).map(({ node, was }) => [
      was?.description,
      node.description,
    ]);
    expect(descriptions).toEqual([
      ['Ann 3', 'Bob 4'],
      ['Bob 4', 'Ann 5'],
    ]);
  });

  it('is unchanged where only the focus moved', async () => {
    const { delta } = await change('code.focus()');
    expect(delta).toEqual({ since: 1, unchanged: true });
  });

  it('is unchanged where only a roving tabindex moved', async () => {
    const tree = `${AROUND}<div id=tree role=tree tabindex=0 aria-label=Files><div id=first role=treeitem tabindex=-1>Mail</div></div>`;
    const { delta } = await change(
      'tree.tabIndex = -1; first.tabIndex = 0',
      {},
      `<!doctype html><body>${tree}`,
    );
    expect(delta).toEqual({ since: 1, unchanged: true });
  });

  it('does not list a list of links that loses its ref because it is short now', async () => {
    const links = Array.from({ length: 10 }, (_, i) => `<a href=/${i}>Link number ${i}</a>`).join('');
    const html = `<!doctype html><body>${AROUND}<nav id=n>${links}</nav>`;
    const { delta, removed } = await change('n.firstChild.remove()', {}, html);
    expect([delta.changed, removed]).toEqual([
      undefined,
      ['link Link number 0 | e14 | in navigation Link number 1'],
    ]);
  });

  it('lists a paragraph with a new text as a change', async () => {
    const { changed, added, removed } = await change("total.firstChild.data = 'Total 20'", FULL);
    expect({ changed, added, removed }).toEqual({
      changed: ['paragraph Total 20 | - | - | {"text":"Total 30"}'],
      added: [],
      removed: [],
    });
  });

  it('lists a changed text between elements as a change', async () => {
    const { changed, added, removed } = await change(
      "list.children[0].firstChild.data = 'Lamp, sold out '",
      FULL,
    );
    expect({ changed, added, removed }).toEqual({
      changed: ['text Lamp, sold out | - | in listitem Remove lamp | {"text":"Lamp"}'],
      added: [],
      removed: [],
    });
  });

  it('lists an added element with all its descendants', async () => {
    const { delta } = await change(
      "document.body.insertAdjacentHTML('beforeend', '<div role=dialog aria-label=Sure><p>Really?</p><button>Yes</button><button>No</button></div>')",
    );
    expect(delta.added).toHaveLength(1);
    expect(delta.added?.[0]?.node).toMatchObject({
      role: 'dialog',
      name: 'Sure',
      children: [
        { role: 'paragraph', text: 'Really?' },
        { name: 'Yes', ref: 'e18' },
        { name: 'No', ref: 'e19' },
      ],
    });
  });

  it('gives the refs of its entries and of the elements that they stand after, and no others', async () => {
    await withPage(engine, PAGE, async (page) => {
      const { meta } = await page.json<SnapshotTree>('snapshot');
      await page.run(
        "x1.disabled = true; list.insertAdjacentHTML('beforeend', '<li><button>New</button></li>')",
      );
      const { refs } = await page.json<SnapshotDelta>('snapshot', { since: meta.revision });
      // The new button stands after e15.
      expect(Object.keys(refs).sort()).toEqual(['e13', 'e15', 'e18']);
    });
  });

  it('names the closest parent that tells the place, such as a named group', async () => {
    const html = `<!doctype html><body>${AROUND}<div role=dialog aria-label=Pay><div><fieldset><legend>Card</legend><input id=n aria-label=Number></fieldset></div></div>`;
    const { changed } = await change("n.value = '1'", {}, html);
    expect(changed).toEqual(['textbox Number | e13 | in group Card']);
  });
});

describe('in a delta, text that a snapshot for acting leaves out', () => {
  it.each([
    ['where it has changed', "total.textContent = 'Total 20'", ['text Total 20 | - | -']],
    ['where it was hidden', 'hint.hidden = false', ['text Gone on Friday | - | in group More']],
    [
      'with a heading of its own',
      "document.body.insertAdjacentHTML('beforeend', '<div><h4>Saved</h4>All is kept</div>')",
      ['heading Saved | - | -', 'text All is kept | - | -'],
    ],
    [
      'where it stands beside what is new',
      "list.insertAdjacentHTML('beforeend', '<li>Rug <i>red</i> <button>Remove rug</button></li>')",
      ['text Rug red | - | -', 'button Remove rug | e19 | -'],
    ],
    [
      'of each item that is new, where two say the same',
      "list.insertAdjacentHTML('beforeend', '<li>20 EUR <button>Buy rug</button></li><li>20 EUR <button>Buy vase</button></li>')",
      ['text 20 EUR | - | -', 'button Buy rug | e19 | -', 'text 20 EUR | - | -', 'button Buy vase | e20 | -'],
    ],
    ['not where a name says it', "x1.textContent = 'Undo'; total.before('Undo')", []],
    ['not where it says the same', 'total.innerHTML = total.innerHTML', []],
    ['not where it only goes', 'total.remove()', []],
    [
      'not where nothing of it is seen',
      "total.insertAdjacentHTML('afterend', '<p>&nbsp;</p><p>&#8203;</p>')",
      [],
    ],
  ])('is listed when it is new: %s', async (_, script, expected) => {
    const html = PAGE.replace(
      '</main>',
      '<fieldset><legend>More</legend><p id=hint hidden>Gone on Friday</p><button>Wait</button></fieldset></main>',
    );
    const { added, removed } = await change(script, {}, html);
    expect(added).toEqual(expected);
    expect(removed).toEqual([]);
  });

  it('is listed even if the same text stands elsewhere already', async () => {
    const html = PAGE.replace('</main>', '<p>10am <button>+</button></p><p id=from></p></main>');
    const { added } = await change("from.textContent = '10am'", {}, html);
    expect(added).toEqual(['text 10am | - | -']);
  });

  it('is listed in a new box', () =>
    withPage(engine, PAGE, async (page) => {
      const { meta } = await page.json<SnapshotText>('snapshot', { format: 'text' });
      await page.run(
        "list.insertAdjacentHTML('afterend', '<div role=group aria-label=File><p>a.pdf</p><button>Remove</button></div>')",
      );
      const { text } = await page.json<SnapshotText>('snapshot', { format: 'text', since: meta.revision });
      expect(text.split('\n').slice(1)).toEqual([
        '+ group "File" [after=e15]:',
        '  + text: a.pdf',
        '  + button "Remove" [ref=e18]',
      ]);
    }));

  it.runIf(IS_REAL)('is listed below its scrollable box', () =>
    withPage(
      engine,
      `<!doctype html><body>${AROUND}<div id=log style="height:40px;overflow:auto"><p>Ann</p><p>Hello</p><p style="height:90px"></div>`,
      async (page) => {
        const { meta } = await page.json<SnapshotText>('snapshot', { format: 'text' });
        await page.run("log.insertAdjacentHTML('beforeend', '<p>Bob</p><p>Here I am</p>')");
        const { text } = await page.json<SnapshotText>('snapshot', { format: 'text', since: meta.revision });
        expect(text.split('\n').slice(1, 4)).toEqual([
          '@ scrollable [ref=e13]:',
          '  + text: Bob',
          '  + text: Here I am',
        ]);
        expect(text).not.toContain('Hello');
      },
    ),
  );

  it('is listed once', async () => {
    await withPage(engine, PAGE, async (page) => {
      const { meta } = await page.json<SnapshotTree>('snapshot');
      await page.run("total.textContent = 'Total 20'");
      const second = await page.json<SnapshotDelta>('snapshot', { since: meta.revision });
      expect(entryLines(second.delta.added)).toEqual(['text Total 20 | - | -']);
      const third = await page.json<SnapshotDelta>('snapshot', { since: second.meta.revision });
      expect(third.delta).toEqual({ since: second.meta.revision, unchanged: true });
      expect(JSON.stringify(await page.json('snapshot'))).not.toContain('Total 20');
    });
  });

  it('is also listed in a whole snapshot that replaces the delta', async () => {
    const html = '<!doctype html><p id=p>Step 1</p><div id=d><button>Next</button></div>';
    await withPage(engine, html, async (page) => {
      const { meta } = await page.json<SnapshotText>('snapshot', { format: 'text' });
      await page.run(
        "p.textContent = 'Choose a plan'; d.innerHTML = '<button>Back</button><button>Go</button>'",
      );
      const { text } = await page.json<SnapshotText>('snapshot', { format: 'text', since: meta.revision });
      expect(text.split('\n').slice(1)).toEqual([
        '- text: Choose a plan',
        '- button "Back" [ref=e2]',
        '- button "Go" [ref=e3]',
      ]);
    });
  });

  it('is listed once, in document order, for a page that is new (since=0)', async () => {
    const html = `<!doctype html><h1>Orders</h1><p>Signed in as Ann</p><ul><li>Lamp: sent <button>Return</button></li>
      <li>Desk: paid <button>Cancel</button></li></ul>
      <form><p>Up to three words</p><input aria-label=Find></form><p>All prices in EUR</p>`;
    await withPage(engine, html, async (page) => {
      const read = async (options: object) => {
        const { text } = await page.json<SnapshotText>('snapshot', { format: 'text', ...options });
        return text.split('\n');
      };
      const [head, ...first] = await read({ since: 0 });
      expect(head).not.toContain('whole=');
      expect(first).toEqual([
        '- heading "Orders" [level=1]',
        '- text: Signed in as Ann',
        '- text: Lamp: sent',
        '- button "Return" [ref=e1]',
        '- text: Desk: paid',
        '- button "Cancel" [ref=e2]',
        '- text: Up to three words',
        '- textbox "Find" [ref=e3]',
        '- text: All prices in EUR',
      ]);
      expect((await read({ since: 1 })).slice(1)).toEqual([]);
    });
  });

  it('is listed once across the pages of a snapshot that is cut', async () => {
    const html = `<!doctype html><h1>Shop</h1><p>One</p><p>Two</p><a href=/1>Home</a><h4>Far off</h4><p>Three</p>
      <button>Go</button><form><p>Hint</p><input aria-label=Find></form><p id=last>Last</p>`;
    const hinted = async (page: TestPage, first: object): Promise<string[]> => {
      const all: string[] = [];
      let after: string | undefined;
      do {
        const options = { format: 'text', maxNodes: 2, ...(after ? { after } : first) };
        const { text, next } = await page.json<SnapshotText>('snapshot', options);
        all.push(...text.split('\n').filter((line) => /^- (?!\.\.\.)/.test(line)));
        after = next;
      } while (after);
      return all;
    };
    await withPage(engine, html, async (page) => {
      const { text } = await page.json<SnapshotText>('snapshot', { format: 'text', since: 0 });
      expect(text).toContain('- text: Three');
      expect(await hinted(page, { since: 0 })).toEqual(text.split('\n').slice(1));
      const { meta } = await page.json<SnapshotText>('snapshot', { format: 'text' });
      await page.run(
        `document.querySelector('h1').insertAdjacentHTML('afterend', '<p>Sold</p><p>out</p>' + '<button>More</button>'.repeat(20))`,
      );
      const whole = (await hinted(page, { since: meta.revision })).join();
      for (const line of ['Sold', 'out', '"Home"', '"Go"', 'Hint', '"Find"'])
        expect(whole.split(line)).toHaveLength(2);
    });
  });

  it('is listed on a page without controls, and not as removed later', async () => {
    const html = '<!doctype html><p>Order 4711 was placed.</p><h3>Thank you</h3><p id=p>We write soon.</p>';
    await withPage(engine, html, async (page) => {
      const { text, meta } = await page.json<SnapshotText>('snapshot', { format: 'text' });
      expect(text.split('\n').slice(1)).toEqual([
        '- text: Order 4711 was placed.',
        '- heading "Thank you" [level=3]',
        '- text: We write soon.',
      ]);
      await page.run('p.innerHTML = "<button>Home</button>"');
      const next = await page.json<SnapshotText>('snapshot', { format: 'text', since: meta.revision });
      expect(next.text.split('\n').slice(1)).toEqual(['+ button "Home" [ref=e1]']);
    });
  });

  it('is cut with an ellipsis if it is long', async () => {
    const { delta } = await change(
      `total.insertAdjacentHTML('beforebegin', Array.from({ length: 40 }, (_, i) => '<p>' + i + ' lorem ipsum dolor sit amet</p>').join(''))`,
    );
    const texts = (delta.added ?? []).map(({ node }) => node.text ?? '');
    expect(texts[0]).toBe('0 lorem ipsum dolor sit amet');
    expect(texts[texts.length - 1]).toMatch(/…$/);
    expect(texts.join('').length).toBeLessThan(650);
  });
});

/** The lines of the text of a delta, without its header. */
const lines = (script: string, html: string): Promise<string[]> =>
  withPage(engine, html, async (page) => {
    const options = { format: 'text', interactiveOnly: false };
    const { meta } = await page.json<SnapshotText>('snapshot', options);
    await page.run(script);
    const { text } = await page.json<SnapshotText>('snapshot', { ...options, since: meta.revision });
    return text.split('\n').slice(1);
  });

it('names an unnamed item in a delta by the first old text in it, since snapshots in text print no ref for it', async () => {
  expect(await lines("x2.insertAdjacentHTML('beforebegin', '<button>Undo</button>')", PAGE)).toEqual([
    '@ listitem "Desk" [ref=e15]:',
    '  + button "Undo" [ref=e21] [after="Desk"]',
  ]);
  const added = `list.children[1].insertAdjacentHTML('afterbegin', '<hr><img alt="New">'); x2.remove()`;
  expect(await lines(added, PAGE)).toEqual([
    '@ listitem "Desk" [ref=e15]:',
    '  + image "New"',
    '  - button "Remove desk" [ref=e16]',
  ]);
});

describe('moved elements in a delta', () => {
  it('lists a moved row as removed and added, with its ref', async () => {
    const { added, changed, removed, delta } = await change('list.prepend(list.lastElementChild)');
    expect({ added, changed, removed }).toEqual({
      added: ['button Remove chair | e15 | -'],
      changed: [],
      removed: ['button Remove chair | - | -'],
    });
    // The rows that kept their order are not in the delta.
    expect(JSON.stringify(delta)).not.toMatch(/"e13"|"e14"/);
  });

  it.each([
    [
      'items with refs inside',
      'list.prepend(list.lastElementChild)',
      PAGE,
      [
        '@ list "Items":',
        '  + listitem [ref=e17] [after=top]: Chair',
        '    + button "Remove chair" [ref=e18]',
        '  - listitem',
      ],
    ],
    [
      'an item that goes behind one with refs inside',
      'list.insertBefore(list.children[2], list.children[1])',
      PAGE,
      [
        '@ list "Items":',
        '  + listitem [ref=e17] [after="Lamp"]: Chair',
        '    + button "Remove chair" [ref=e18]',
        '  - listitem',
      ],
    ],
    [
      'items that are texts alone',
      'l.prepend(l.children[1])',
      `<!doctype html><body>${AROUND}<ul aria-label=L id=l><li>One</li><li>Two</li><li>Three</li></ul>`,
      ['@ list "L":', '  + listitem [ref=e14] [after=top]: Two', '  - listitem: Two'],
    ],
    [
      'what was put behind another',
      'l.insertBefore(l.children[2], l.children[1])',
      `<!doctype html><body>${AROUND}<ul aria-label=L id=l><li>One</li><li>Two</li><li>Three</li></ul>`,
      ['@ list "L":', '  + listitem [ref=e15] [after=e13]: Three', '  - listitem: Three'],
    ],
    [
      'loose texts',
      'd.append(d.firstChild)',
      `<!doctype html><body>${AROUND}<div id=d role=group aria-label=G>One<hr>Two<hr></div>`,
      ['@ group "G":', '  + text [after="separator"]: One', '  - text: One'],
    ],
    [
      'what went into something new',
      "l.insertAdjacentHTML('afterend', '<ul aria-label=New></ul>'); l.nextElementSibling.append(l.children[1])",
      `<!doctype html><body>${AROUND}<ul aria-label=L id=l><li>One</li><li>Two</li></ul>`,
      ['+ list "New":', '  + listitem [ref=e14]: Two', '@ list "L":', '  - listitem: Two'],
    ],
    [
      'what got something around it as it was: nothing is gone',
      "const g = document.createElement('div'); g.setAttribute('role', 'group'); g.setAttribute('aria-label', 'New'); d.firstElementChild.before(g); g.append(d.querySelector('button'))",
      `<!doctype html><body>${AROUND}<div id=d role=group aria-label=G><button>One</button></div>`,
      ['@ group "G":', '  + group "New":', '    + button "One" [ref=e13]'],
    ],
    [
      'what was made anew elsewhere, called as before',
      'const b = l.children[0].cloneNode(true); l.children[0].remove(); r.prepend(b)',
      `<!doctype html><body>${AROUND}<div id=l><button>One</button><button>Two</button></div><div id=r><button>Three</button></div>`,
      ['+ button "One" [ref=e16] [after=e14]', '- button "One" [ref=e13]'],
    ],
    [
      'items between those that stay, as of a table that is sorted anew, and none at the end',
      "l.children[2].remove(); l.children[0].remove(); l.insertAdjacentHTML('afterbegin', '<li>Five'); l.insertAdjacentHTML('beforeend', '<li>Four')",
      `<!doctype html><body>${AROUND}<ul id=l aria-label=L><li>One<li>Two<li>Three</ul>`,
      [
        '@ list "L":',
        '  + listitem [ref=e16] [after=top]: Five',
        '  + listitem [ref=e17]: Four',
        '  - listitem [ref=e13]: One',
        '  - listitem [ref=e15]: Three',
      ],
    ],
    [
      'the last of a part of the page that the heading of another one follows',
      "d.querySelector('button').insertAdjacentHTML('afterend', '<button>Two</button>')",
      `<!doctype html><body>${AROUND}<div id=d><h3>To do</h3><button>One</button><h3>Done</h3></div>`,
      ['+ button "Two" [ref=e14] [after=e13]'],
    ],
    [
      'what a list of options says that is empty now',
      "l.innerHTML = '<div role=presentation>No results found.'",
      `<!doctype html><body>${AROUND}<div id=l role=listbox aria-label=L><div role=option>One</div></div>`,
      [
        '~ listbox "L" [ref=e13]: No results found.',
        '@ listbox "L" [ref=e13]:',
        '  - option "One" [ref=e14] [selected=false]',
      ],
    ],
    [
      'no places in a list that was drawn anew',
      'l.innerHTML += ""',
      `<!doctype html><body>${AROUND}<nav id=l aria-label=Pages><button>One</button><button>Two</button></nav>`,
      [
        '@ navigation "Pages" [ref=e13]:',
        '  + button "One" [ref=e16]',
        '  + button "Two" [ref=e17]',
        '  - button "One" [ref=e14]',
        '  - button "Two" [ref=e15]',
      ],
    ],
  ])('lists %s', async (_, script, html, expected) => {
    expect(await lines(script, html)).toEqual(expected);
  });

  it.runIf(IS_REAL)('lists a box that becomes scrollable with only the new content in it', async () => {
    const items = ['One', 'Two'].map((name) => `<p><button>${name}</button></p>`).join('');
    const html = `<!doctype html><body>${AROUND}<div id=log style="height:99px;overflow:auto">${items}</div>`;
    const { added, removed, changed, delta } = await change(
      "log.insertAdjacentHTML('beforeend', '<p style=\"height:99px\"><button>Three</button></p>')",
      {},
      html,
    );
    expect(added).toEqual(['generic | e15 | -']);
    expect(delta.added?.[0]?.node.children?.map(({ name }) => name)).toEqual(['Three']);
    expect([...removed, ...changed]).toEqual([]);
  });

  it('lists an element that moved to another parent with its ref', async () => {
    const html = `<!doctype html><body>${AROUND}<ul role=listbox aria-label=Left id=l><li role=option>One</li><li role=option id=o>Two</li></ul><ul role=listbox aria-label=Right id=r><li role=option>Three</li></ul>`;
    const { added, removed, changed } = await change('r.append(o)', {}, html);
    expect(added).toEqual(['option Two | e15 | in listbox Right']);
    expect(changed).toEqual([]);
    expect(removed).toEqual(['option Two | - | in listbox Left']);
  });
});

describe('a text that is alone in its box', () => {
  const status = `${PAGE}<div role=status id=news><div>Saved</div></div>`;
  const lines = async (page: TestPage): Promise<string[]> =>
    (await page.json<SnapshotText>('snapshot', { format: 'text', since: 1 })).text.split('\n').slice(1);

  it('stays the same when another text is added beside it and removed again', () =>
    withPage(engine, status, async (page) => {
      await page.json<SnapshotText>('snapshot', { format: 'text' });
      await page.run("news.insertAdjacentHTML('beforeend', '<div>Sent</div>')");
      expect(await lines(page)).toEqual(['+ text: Sent']);
      await page.run('news.lastChild.remove()');
      expect(await lines(page)).toEqual([]);
    }));

  it('is listed as removed when two others replace it', () =>
    withPage(engine, status, async (page) => {
      await page.json<SnapshotText>('snapshot', { format: 'text' });
      await page.run("news.innerHTML = '<div>Sent</div><div>Paid</div>'");
      expect(await lines(page)).toEqual(['+ text: Sent', '+ text: Paid', '~ status [was text="Saved"]']);
    }));
});

it('lists a text of a redrawn page again that was there two changes ago', () =>
  withPage(engine, '<!doctype html><body>', async (page) => {
    const draw = async (status: string): Promise<string | undefined> => {
      await page.run(
        `document.body.innerHTML = '<button>More</button><button>Less</button><p>${status}</p>'`,
      );
      const { text } = await page.json<SnapshotText>('snapshot', { format: 'text', since: ++revision - 1 });
      return text.split('\n').at(-1)?.slice(2);
    };
    let revision = 1;
    await page.json<SnapshotText>('snapshot', { format: 'text' });
    const texts = [await draw('2 left'), await draw('3 left'), await draw('2 left')];
    expect(texts).toEqual(['text: 2 left', 'text: 3 left', 'text: 2 left']);
  }));

describe('a text that has changed', () => {
  it('is paired with the old text after the same element, not with a new text elsewhere', async () => {
    const html = `<!doctype html><body>${AROUND}<div id=list></div><form><input aria-label=Page><span id=n>Page 1 of 9</span></form>`;
    const { added, changed } = await change(
      "list.innerHTML = '<p>Ada</p>'; n.textContent = 'Page 2 of 9'",
      {},
      html,
    );
    expect(added).toEqual(['text Ada | - | -']);
    expect(changed).toEqual(['text Page 2 of 9 | - | - | {"text":"Page 1 of 9"}']);
  });
});

it('lists the new value of a combobox without the text that draws it', async () => {
  const html = `<!doctype html><body>${AROUND}<div><input role=combobox aria-label=Fruit readonly><p id=drawn></p></div>`;
  const choose = "document.querySelector('[role=combobox]').value = drawn.textContent = 'Pear'";
  const { added, changed } = await change(choose, {}, html);
  expect([added, changed]).toEqual([[], ['combobox Fruit | e13 | -']]);
});

describe('controls behind a popup that hides the rest of the page by aria-hidden or inert', () => {
  const hide: [string, string][] = [
    ['aria-hidden', 'true'],
    ['inert', ''],
  ];

  it.each(hide)(
    'are not added when the popup closes (%s), but what changed meanwhile is listed',
    (name, value) =>
      withPage(engine, `${PAGE}<div id=over></div>`, async (page) => {
        const lines = async (): Promise<string[]> => {
          const { text } = await page.json<SnapshotText>('snapshot', {
            format: 'text',
            since: ++revision - 1,
          });
          return text.split('\n').slice(1);
        };
        let revision = 0;
        await lines();
        const all = 'for (const at of document.body.children) if (at !== over) at.';
        await page.run(
          `${all}setAttribute('${name}', '${value}'); over.innerHTML = '<div role=menu><div role=menuitem tabindex=0>Cut</div><div role=menuitem tabindex=0>Copy</div></div>'`,
        );
        expect(await lines()).toEqual([
          '- menu:',
          '  - menuitem "Cut" [ref=e18]',
          '  - menuitem "Copy" [ref=e19]',
        ]);
        await page.run("over.querySelector('[role=menuitem]').textContent = 'Paste'");
        expect(await lines()).toEqual(['~ menuitem "Paste" [ref=e18] [was name="Cut"]']);
        await page.run(
          `${all}removeAttribute('${name}'); over.innerHTML = ''; x1.remove(); gift.click(); total.textContent = 'Total 20'`,
        );
        expect(await lines()).toEqual([
          '+ text: Total 20',
          '~ checkbox "Gift wrap" [ref=e16] [checked] [was checked=false]',
          '- button "Remove lamp" [ref=e13]',
          '- menu',
        ]);
      }),
  );

  it('are not added when the popup closes, also those in a shadow tree', () =>
    withPage(engine, '<div id=host></div><div id=over></div>', async (page) => {
      const read = async (): Promise<string> => {
        const { text } = await page.json<SnapshotText>('snapshot', { format: 'text', since: ++revision - 1 });
        return text;
      };
      let revision = 0;
      await page.run(
        "host.attachShadow({mode: 'open'}).innerHTML = '<div role=toolbar><button>Bold</button><button>Italic</button></div>'",
      );
      await read();
      await page.run("host.setAttribute('aria-hidden', 'true'); over.innerHTML = '<button>Close</button>'");
      expect(await read()).toContain('whole=not_smaller');
      await page.run("host.removeAttribute('aria-hidden'); over.innerHTML = ''");
      expect((await read()).split('\n').slice(1)).toEqual(['- button "Close" [ref=e3]']);
    }));

  it('are not added when a second popup closes, also beside a button that was never hidden', () =>
    withPage(engine, `${PAGE}<div id=over></div>`, async (page) => {
      const read = async (since: number): Promise<string> =>
        (await page.json<SnapshotText>('snapshot', { format: 'text', since })).text;
      const open = `for (const at of document.querySelectorAll('body > div, h1, li, label')) if (at !== over) at.setAttribute('aria-hidden', 'true');
        over.innerHTML = '<div role=menu><div role=menuitem tabindex=0>Cut</div></div>'`;
      const close = `for (const at of document.querySelectorAll('[aria-hidden]')) at.removeAttribute('aria-hidden'); over.innerHTML = ''`;
      await read(0);
      await page.run(open);
      // The button stands between the hidden elements and is in each snapshot.
      await page.run("list.after(Object.assign(document.createElement('button'), { textContent: 'Help' }))");
      expect(await read(1)).toContain('whole=not_smaller');
      await read(0);
      await page.run(close);
      expect(await read(3)).toContain('whole=not_smaller');
      await page.run(open);
      expect(await read(4)).toContain('whole=not_smaller');
      await page.run(close);
      expect((await read(5)).split('\n').slice(1)).toEqual(['- menu']);
    }));

  it('are listed in a whole snapshot if they were not visible behind the popup', () =>
    withPage(engine, `${PAGE}<div id=over></div>`, async (page) => {
      await page.json<SnapshotText>('snapshot', { format: 'text' });
      await page.run(
        "document.querySelectorAll('body > :not(#over)').forEach((at) => { at.hidden = true }); over.innerHTML = '<h1>Next</h1><button>Back</button>'",
      );
      await page.json<SnapshotText>('snapshot', { format: 'text', since: 1 });
      await page.run("document.querySelectorAll('body > *').forEach((at) => { at.hidden = at === over })");
      const { text } = await page.json<SnapshotText>('snapshot', { format: 'text', since: 2 });
      expect(text).toContain('whole=not_smaller');
      expect(text).toContain('"Remove lamp"');
    }));
});

describe('the whole snapshot instead of a delta', () => {
  const whole = async (page: TestPage, options: Record<string, unknown>): Promise<string | undefined> =>
    (await page.json<SnapshotTree>('snapshot', options)).whole;

  it('for an unknown revision', async () => {
    await withPage(engine, PAGE, async (page) => {
      expect(await whole(page, { since: 7 })).toBe('unknown_revision');
      for (let i = 0; i < 8; i++) await page.json('snapshot');
      expect(await whole(page, { since: 1 })).toBe('unknown_revision');
    });
  });

  it('for a revision with other options', async () => {
    await withPage(engine, PAGE, async (page) => {
      const { meta } = await page.json<SnapshotTree>('snapshot', FULL);
      expect(await whole(page, { since: meta.revision })).toBe('other_options');
      expect(await whole(page, { since: meta.revision, viewport: { buffer: 5 } })).toBe('other_options');
    });
  });

  it('if most of the page is new', async () => {
    await withPage(engine, PAGE, async (page) => {
      const { meta } = await page.json<SnapshotTree>('snapshot');
      await page.run("document.body.innerHTML = '<h1>Done</h1><button>Home</button><button>Again</button>'");
      const result = await page.json<SnapshotTree>('snapshot', { since: meta.revision });
      expect(result.whole).toBe('not_smaller');
      expect(result.tree.children?.map((node) => node.name)).toEqual(['Done', 'Home', 'Again']);
    });
  });

  it('not for options that do not change the content: markRefs, timeBudgetMs', async () => {
    await withPage(engine, PAGE, async (page) => {
      const { meta } = await page.json<SnapshotTree>('snapshot', { markRefs: false });
      expect(await page.json('snapshot', { since: meta.revision, timeBudgetMs: 60_000 })).toMatchObject({
        delta: { unchanged: true },
      });
    });
  });

  it('not if the format changes from text to tree', async () => {
    await withPage(engine, PAGE, async (page) => {
      const { meta } = await page.json<SnapshotText>('snapshot', { format: 'text' });
      expect(await page.json('snapshot', { since: meta.revision })).toMatchObject({
        delta: { unchanged: true },
      });
    });
  });
});

describe('the text of a delta', () => {
  it('has a line with a sign (+, -, ~) for each entry', async () => {
    await withPage(engine, PAGE, async (page) => {
      const { meta } = await page.json<SnapshotText>('snapshot', { format: 'text' });
      await page.run(
        "list.children[1].remove(); gift.checked = true; list.insertAdjacentHTML('beforeend', '<li><button>Undo</button></li>')",
      );
      const { text, refs } = await page.json<SnapshotText>('snapshot', {
        format: 'text',
        since: meta.revision,
      });
      const [head, ...rest] = text.split('\n');
      expect(head).toMatch(/^\[delta\] .*since=1/);
      expect(rest.map((line) => line.trim()).sort()).toEqual([
        '+ button "Undo" [ref=e18] [after=e15]',
        '- button "Remove desk" [ref=e14]',
        '~ checkbox "Gift wrap" [ref=e16] [checked] [was checked=false]',
      ]);
      expect(refs).toEqual(expect.arrayContaining(['e16', 'e18']));
    });
  });

  it('says that nothing has changed', async () => {
    await withPage(engine, PAGE, async (page) => {
      const { meta } = await page.json<SnapshotText>('snapshot', { format: 'text' });
      const { text } = await page.json<SnapshotText>('snapshot', { format: 'text', since: meta.revision });
      expect(text).toMatch(/^\[delta\].*unchanged/);
      expect(text.split('\n')).toHaveLength(1);
    });
  });
});

describe('lists the new text of a number that a click changes:', () => {
  const spin = (more: string): string =>
    `<!doctype html><body>${AROUND}<div>Guests</div><div><b id=n>3</b><i onclick="1">+</i><i onclick="1">-</i></div>${more}`;

  it.each([
    ['that describes the button beside it', ''],
    ['and is what something else to press is called', '<p><s onclick="1">2</s><s onclick="1">4</s></p>'],
  ])('%s', async (_, more) => {
    const { added } = await change("document.getElementById('n').textContent = 4", {}, spin(more));
    expect(added).toEqual(['text 4 | - | -']);
  });
});

describe('lists the new text of a control that has another name:', () => {
  const NEW: readonly (readonly [what: string, html: string, lines: readonly string[]])[] = [
    [
      'a notice that is closed by a press on it',
      '<div role=button tabindex=0 aria-label="Close notice">Draft saved.</div>',
      ['+ button "Close notice" [ref=e18]:', '  + text: Draft saved.'],
    ],
    [
      'a card around a button',
      '<a href=/1 aria-label="Oak desk">Sold twice <button>Buy</button></a>',
      ['+ link "Oak desk" [ref=e18]:', '  + text: Sold twice', '  + button "Buy" [ref=e19]'],
    ],
    [
      'but not one word, which may draw an icon, and no words like those of the name',
      '<button aria-label="More">menu_dots</button><button aria-label="Remove lamp">Remove it</button>',
      ['+ button "More" [ref=e18]', '+ button "Remove lamp" [ref=e19]'],
    ],
  ];

  it('but not the lines between links', async () => {
    const html = '<form><input aria-label=Find><p><a href=#a>Edit</a> | <a href=#b>View</a></p></form>';
    const { added } = await change(`document.body.insertAdjacentHTML('beforeend', '${html}')`);
    expect(added.join()).not.toContain('text |');
  });

  it.each(NEW)('%s', async (_, html, lines) => {
    await withPage(engine, PAGE, async (page) => {
      const { meta } = await page.json<SnapshotText>('snapshot', { format: 'text' });
      await page.run(`document.body.insertAdjacentHTML('beforeend', '${html}')`);
      const { text } = await page.json<SnapshotText>('snapshot', { format: 'text', since: meta.revision });
      expect(text.split('\n').slice(1)).toEqual(lines);
    });
  });
});
