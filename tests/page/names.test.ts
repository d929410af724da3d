import { beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotNode } from '../../src/contract.ts';
import { type Engine, openEngine, tree, withPage } from '../support/engine.ts';
import { rowsHere } from '../support/selection.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** All nodes of a page with a ref, in document order: role, name with its source, description. */
const controls = async (html: string): Promise<string[]> => {
  const { tree: root } = await withPage(engine, `<!doctype html><body>${html}`, (page) => tree(page));
  const all: SnapshotNode[] = [];
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.ref) all.push(node);
    stack.push(...(node.children ?? []).slice().reverse());
  }
  return all.map(({ role, name, nameSource, description }) =>
    [role, name && `"${name}"`, nameSource, description && `(${description})`].filter(Boolean).join(' '),
  );
};

const button = (inside: string, attributes = ''): string => `<button ${attributes}>${inside}</button>`;

describe('a name and its source', () => {
  const named: [what: string, html: string, expected: string[]][] = [
    ['computed: no source', button('Save'), ['button "Save"']],
    ['text of something to click', '<div onclick="go()">Add</div>', ['generic "Add" content']],
    [
      'text beside a field, before its name in the code',
      '<p>City <input name=town></p>',
      ['textbox "City" label'],
    ],
    ['behind a box to check', '<p><input type=checkbox id=agree> I agree</p>', ['checkbox "I agree" label']],
    [
      'over a column and before a row',
      '<table><tr><th>Name<th>Type<th>Value<tr><td>city<td>text<td><input id=town></table>',
      ['textbox "city, Value" label'],
    ],
    [
      'over a column in a head without header cells',
      '<table><thead><tr><td>Car<td>Date<td>Used<tbody><tr><td>Fiat<td>01/01/2026<td><input type=checkbox></table>',
      ['checkbox "Fiat, Used" label'],
    ],
    [
      'over a column in a table of its own, below which the rows scroll',
      '<div><table><tr><th>Name<th>Type<th>Value</table></div><div><div><table><tr><td>city<td>text<td><input><tr><td>zip<td>text<td><input></table></div></div>',
      ['textbox "city, Value" label', 'textbox "zip, Value" label'],
    ],
    [
      'beside a field in its row, where the table before it has other columns',
      '<div><table><tr><th>Name<th>Type</table></div><table><tr><td>1<td>City<td><input></table>',
      ['textbox "City" label'],
    ],
    [
      'a class that says what a button does, behind one that says how it is drawn',
      button('', 'class="tc-btn-invisible tc-remove-tag-button"'),
      ['button "remove tag" author'],
    ],
    ['a file', '<a href="/x"><img src="/i/cart.png?v=2"></a>', ['link "cart" icon']],
    ['a file in another writing', button('<img src="/i/%D8%AD%D8%B0%D9%81.svg">'), ['button "حذف" icon']],
    ['a file that is no text', button('<img src="/i/bad%E6.svg">'), ['button "bad" icon']],
    ['a symbol', button('<svg><use href="#icon-trash"></use></svg>'), ['button "trash" icon']],
    ['a class of an icon set', button('<i class="van-icon van-icon-search"></i>'), ['button "search" icon']],
    [
      'a class behind the sign of a set',
      button('<span class="p-icon pi pi-trash"></span>'),
      ['button "trash" icon'],
    ],
    [
      'no class of a set of parts',
      button('<span class="ck ck-button__label">1 × 2</span>'),
      ['button "1 × 2"'],
    ],
    [
      'no title of a drawing that is not seen',
      button('Save <span style="visibility:hidden"><svg><title>Busy</title></svg></span>'),
      ['button "Save"'],
    ],
    [
      'all that an item says, in one that says too much',
      `<div role=tree><div role=treeitem tabindex=0>${'word '.repeat(40)}<div role=treeitem tabindex=0><b>two</b> <b>words</b></div></div></div>`,
      [`treeitem "${'word '.repeat(39)}word…"`, 'treeitem "two words"'],
    ],
    ['an attribute of an icon', button('<x-icon icon="mdi:close"></x-icon>'), ['button "close" icon']],
    [
      'a class that those beside it have not',
      `${button('', 'class="reply big"')}${button('', 'class="star big"')}`,
      ['button "reply" author', 'button "star" author'],
    ],
    [
      'a letter behind a word',
      '<button id=answer-a></button><button id=answer-b></button><button id=size-m></button>',
      ['button "answer a" author', 'button "answer b" author', 'button'],
    ],
    ['what a radio button sends', '<input type=radio value=large>', ['radio "large" value']],
    [
      'the name that its author gives',
      '<input name=firstName><input id=last_name_2>',
      ['textbox "first name" author', 'textbox "last name" author'],
    ],
    [
      'words of any language',
      '<input name=größe><input name=город>',
      ['textbox "größe" author', 'textbox "город" author'],
    ],
    [
      'what stands on a button, where its label says nothing',
      '<label><input type=submit value=Go></label><label for=i></label><input id=i type=image alt=Search>',
      ['button "Go"', 'button "Search"'],
    ],
    [
      'a tooltip, which is separate from the text beside it',
      '<button>home<abbr title=page></abbr>now</button>',
      ['button "home page now"'],
    ],
    [
      'the links of a sentence in a row that is clicked, which say nothing twice',
      '<ul><li onclick="1">By <a href=a>Ann</a> in <a href=r>Rome</a> today</li><li onclick="1">By <a href=a>Ann</a> in <a href=o>Oslo</a> today</li></ul>',
      [
        'generic "By Ann in Rome today" content',
        'link "Ann"',
        'link "Rome"',
        'generic "By Ann in Oslo today" content',
        'link "Ann"',
        'link "Oslo"',
      ],
    ],
  ];
  it.each(rowsHere(named))('%s', async (_, html, expected) => {
    expect(await controls(html)).toEqual(expected);
  });

  it.each([
    'a3f9c2',
    'css-1x2y3z',
    'sc-bdVaJa',
    'HizZro5r4AJ8Fj_xjVUzrA',
    'yNRBQduBLs8p_tEpShEGzQ',
    'CBYh7ADvcY9Z-WYUrJN2Gw',
    'eR_J8DurqygbhrwDg-WPnQ',
    'lulfisQxgSQ209vPHMAifg',
    '9KYIFrk_PqWFgptsMDeww',
    'c95_xpZ6_Lzgywkc',
    'ctl00',
    'input-17',
    'mat-input-3',
    'el-id-1024-33',
    'cell_4',
    'ember1234',
    'radix-:r1:',
    'root',
    'ql',
    'icon-20x20',
    'sprite',
    'spacer',
    'transparent',
    'width-100',
  ])('is never a generated id, a technical class or the name of an icon set: %s', async (made) => {
    expect(await controls(`<input id="${made}"><button><i class="icon-${made}"></i></button>`)).toEqual([
      'textbox',
      'button',
    ]);
  });
});

it('does not name a field or a slider after its class, which tells only its look', async () => {
  const small = 'style="display:block;width:20px;height:20px"';
  expect(
    await controls(
      `<input class=p-inputtext ${small}><b role=slider tabindex=0 class=thumb-handle ${small}></b>`,
    ),
  ).toEqual(['textbox', 'slider']);
});

it('splits a name or an id into words, also short ones', async () => {
  expect(await controls('<input name=isOnTopOfAll><input name=log-in-as-a-guest-2>')).toEqual([
    'textbox "top all" author',
    'textbox "log guest" author',
  ]);
});

describe('a description guessed from the text around a control', () => {
  const rows = (...all: string[]): string =>
    `<ul>${all.map((row) => `<li>${row} ${button('Buy')}</li>`).join('')}</ul>`;
  const cases: [what: string, html: string, expected: string[]][] = [
    ['tells what is called alike', rows('Lamp', 'Chair'), ['button "Buy" (Lamp)', 'button "Buy" (Chair)']],
    [
      'keeps the signs of values',
      rows('x = -5 €', 'a - b'),
      ['button "Buy" (x = -5 €)', 'button "Buy" (a - b)'],
    ],
    [
      'keeps a sign that a button beside it is called after',
      `<ul><li>10 - 20 kg ${button('-')}</li></ul>`,
      ['button "-" (10 - 20 kg)'],
    ],
    [
      'tells what signs are about whose tooltips say what they do',
      `<ul><li>Lamp ${button('×', 'title=Remove')}</li><li>Chair ${button('×', 'title=Remove')}</li></ul>`,
      ['button "×" (Remove Lamp)', 'button "×" (Remove Chair)'],
    ],
    [
      'tells the parts of a box apart that is called after all of them',
      `<div onclick="go()"><span>Lamp ${button('×', 'aria-label=Remove')}</span><span>Chair ${button('×', 'aria-label=Remove')}</span></div>`,
      ['generic "Lamp Chair" content', 'button "Remove" (Lamp)', 'button "Remove" (Chair)'],
    ],
    [
      'is nothing that a veil over the window is about',
      '<div><i onclick="shut()" style="position:fixed;inset:0"></i><p>Sure?</p></div><div><i onclick="shut()" style="display:block;height:9px"></i><p>More</p></div>',
      ['generic', 'generic (More)'],
    ],
    [
      'never takes the place of a real description',
      `<i id=d>Last one</i><ul><li>Lamp ${button('Buy', 'aria-describedby=d')}</li><li>Chair ${button('Buy')}</li></ul>`,
      ['button "Buy" (Last one)', 'button "Buy" (Chair)'],
    ],
    [
      'is not said where a heading above says it',
      `<div><h3>Lamp</h3>${button('Buy')}</div><div><h3>Chair</h3>${button('Buy')}</div>`,
      ['button "Buy"', 'button "Buy"'],
    ],
    [
      'without what shows only under the pointer',
      rows('Lamp <b style="opacity:0"><a>Edit</a></b>', 'Chair <b style="opacity:0"><a>Edit</a></b>'),
      ['button "Buy" (Lamp)', 'button "Buy" (Chair)'],
    ],
    ['is not said where a name is the only one', rows('Lamp'), ['button "Buy"']],
    [
      'words rather than figures',
      `<div>Adults <div>${button('+')} <b>2</b></div></div>`,
      ['button "+" (Adults 2)'],
    ],
    [
      'the label of a field that is called after its placeholder',
      '<div><label>Email</label><div><input placeholder="you@example.org"></div></div>',
      ['textbox "you@example.org" (Email)'],
    ],
    [
      'what one of several stars sends',
      '<label><input type=radio name=r value=4>★</label>',
      ['radio "★" (4)'],
    ],
  ];
  it.each(rowsHere(cases))('%s', async (_, html, expected) => {
    expect(await controls(html)).toEqual(expected);
  });
});
