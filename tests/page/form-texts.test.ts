import { beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotText } from '../../src/contract.ts';
import { type Engine, openEngine, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const linesOf = (html: string): Promise<string[]> =>
  withPage(engine, `<!doctype html>${html}`, async (page) => {
    const { text } = await page.json<SnapshotText>('snapshot', { format: 'text' });
    return text.split('\n').slice(1);
  });

const MAIL = '<input aria-label=Mail>';
const SEND = '<button>Send</button>';

describe('a snapshot for acting lists a text', () => {
  it.each<[string, string, string[]]>([
    [
      'at a field of a form, on either side',
      `<form><p>We never show it</p>${MAIL}<br><font>No such address</font><div>${SEND}</div></form>`,
      [
        '- text: We never show it',
        '- textbox "Mail" [ref=e1]',
        '- text: No such address',
        '- button "Send" [ref=e2]',
      ],
    ],
    [
      'not in a label whose control is called so, be there a pointer over a part of it',
      `<form><label><input type=checkbox><div style="cursor:pointer"><p>Ann Lee</p><p>Nurse</p></div></label>${SEND}</form>`,
      ['- checkbox "Ann Lee Nurse" [ref=e1] [checked=false]', '- button "Send" [ref=e2]'],
    ],
    [
      'not where the style shows the name of a group in capitals',
      `<form><fieldset><legend style="text-transform:uppercase">Letter case</legend>${MAIL}</fieldset></form>`,
      [expect.stringMatching(/^- group "letter case":$/i), '  - textbox "Mail" [ref=e1]'],
    ],
    [
      'behind the button of a form',
      `<form>${MAIL}${SEND}<p>Try again in an hour</p></form>`,
      ['- textbox "Mail" [ref=e1]', '- button "Send" [ref=e2]', '- text: Try again in an hour'],
    ],
    [
      'of one word, in what has no words of its own',
      `<form>${MAIL}${SEND}<p>fine</p></form>`,
      ['- textbox "Mail" [ref=e1]', '- button "Send" [ref=e2]', '- text: fine'],
    ],
    [
      'right before a form, in a box of its own too',
      `<main><p>Hello</p><p>Welcome</p><ul><li>Wrong password</li></ul><h3>Sign in</h3><form>${MAIL}</form></main>`,
      [
        '- main: Welcome',
        '  - text: Wrong password',
        '  - heading "Sign in" [level=3]',
        '  - textbox "Mail" [ref=e1]',
      ],
    ],
    [
      'where a link stands between it and the field',
      `<form>${MAIL}<a href=/lost>Lost it?</a><p>Wrong password</p></form>`,
      ['- textbox "Mail" [ref=e1]', '- link "Lost it?" [ref=e2]', '- text: Wrong password'],
    ],
    [
      'beside a field that was refused, in no form, on either side',
      `<p>Not sent</p>${MAIL.replace('>', ' aria-invalid=true>')}<p>No such address</p><h2>Pay</h2><button>Pay</button><p>Terms</p>`,
      [
        '- text: Not sent',
        '- textbox "Mail" [ref=e1] [invalid]',
        '- text: No such address',
        '- heading "Pay" [level=2]',
        '- button "Pay" [ref=e2]',
      ],
    ],
    [
      'once where the field says it: it is described by it',
      `${MAIL.replace('>', ' aria-invalid=true aria-describedby=e>')}<p id=e>No such address</p>`,
      ['- textbox "Mail" [ref=e1] [invalid="No such address"]'],
    ],
    [
      'beside a control in a box of a form that has a handler',
      `<form onclick="" style="cursor:pointer"><p>a.pdf</p><a href=/x>Remove</a></form>`,
      ['- text: a.pdf', '- link "Remove" [ref=e1]'],
    ],
    [
      'once, and not where it is the name of a field',
      `<form><table><tr><td>Mail: *<td><input></table><p>Required</p>${SEND}<p>Required</p></form>`,
      ['- textbox ~"Mail" [ref=e1]', '- text: Required', '- button "Send" [ref=e2]'],
    ],
    [
      'in each row of a table, also with the words of another row, where no control is described by it',
      `<form><table>${['Ann', 'Bob'].map((name) => `<tr><td><input type=checkbox aria-label=${name}><td>Staff`).join('')}</table>
       <table>${['Ink', 'Pen'].map((name) => `<tr><td>${name} Blue<td><button>Edit</button>`).join('')}</table></form>`,
      [
        '- checkbox "Ann" [ref=e1] [checked=false]',
        '- text: Staff',
        '- checkbox "Bob" [ref=e2] [checked=false]',
        '- text: Staff',
        '- button "Edit" [ref=e3] [description="Ink Blue"]',
        '- button "Edit" [ref=e4] [description="Pen Blue"]',
      ],
    ],
  ])('%s', async (_, html, expected) => {
    expect(await linesOf(html)).toEqual(expected);
  });

  it.each([
    [
      'away from the controls of its form',
      `<form>${MAIL}${'<p>One</p>'.repeat(2)}<p>Long terms</p><p>Two</p>${'<p>Three</p>'.repeat(2)}${SEND}</form>`,
    ],
    [
      'before a link that stands before a form',
      `<p>Long terms</p><a href=/terms>Terms</a><form>${MAIL}</form>`,
    ],
    ['behind a form', `<form>${MAIL}</form><p>Long terms</p>`],
    ['beside a control without a form', `<p>Long terms</p>${SEND}<p>Long terms</p>`],
    ['that has no words', `<form>${MAIL}<b>*</b></form>`],
  ])('but not %s', async (_, html) => {
    const text = (await linesOf(html)).join('\n');
    expect(text).toContain('[ref=e1]');
    expect(text).not.toMatch(/Long terms|\*/);
  });

  it('in the box of a field that is in no form, and no text outside of such boxes', async () => {
    const field = (name: string, error: string): string =>
      `<div><div>${name}</div><p><input aria-label=${name}></p><i>${error}</i></div>`;
    expect(
      await linesOf(`<p>Intro</p>${field('Mail', 'No such address')}${field('Code', '')}<p>Terms</p>`),
    ).toEqual(['- textbox "Mail" [ref=e1]', '- text: No such address', '- textbox "Code" [ref=e2]']);
  });

  const card = (name: string): string => `<div class=card onclick="1">${name}</div>`;
  const add = '<button>Add</button>';
  const day = (name: number): string => `<span class=day onclick="1">${name}</span>`;

  it.each<[string, string, string[]]>([
    [
      'above items that are alike, and in its place in the boxes beside',
      `<div class=col><div>To do</div>${card('a')}${card('b')}${add}</div>
       <div class="col last"><i>1</i><div>Done <b>1</b></div>${card('c')}${add}</div>
       <div class=col><div>${'Long '.repeat(20)}</div>${card('d')}</div>`,
      [
        '- text: To do',
        '- clickable "a" [ref=e1]',
        '- clickable "b" [ref=e2]',
        '- button "Add" [ref=e3]',
        '- text: Done 1',
        '- clickable "c" [ref=e4]',
        '- button "Add" [ref=e5] [description="1 Done 1"]',
        '- clickable "d" [ref=e6]',
      ],
    ],
    [
      'above the box that they stand in',
      `<div><div>May</div><p>${day(1)}${day(2)}</p></div><div><div>June</div><p>${day(1)}${day(2)}</p></div>`,
      [
        '- text: May',
        '- clickable "1" [ref=e1]',
        '- clickable "2" [ref=e2]',
        '- text: June',
        '- clickable "1" [ref=e3]',
        '- clickable "2" [ref=e4]',
      ],
    ],
    [
      'above the days of the week, also in a box that hears all presses',
      `<div onclick="1"><button>Back</button>${['May', 'June']
        .map(
          (name) =>
            `<div class=month><div>${name}</div><div><b class=w>Sunday</b> <b class=w>Monday</b></div><p>${[1, 2, 3, 4].map(day).join('')}</p></div>`,
        )
        .join('')}</div>`,
      [
        '- button "Back" [ref=e1]',
        '- text: May',
        '- clickable "1" [ref=e2] [description="May Sunday Monday"]',
        ...[2, 3, 4].map((name) => `- clickable "${name}" [ref=e${name + 1}]`),
        '- text: June',
        '- clickable "1" [ref=e6] [description="June Sunday Monday"]',
        ...[2, 3, 4].map((name) => `- clickable "${name}" [ref=e${name + 5}]`),
      ],
    ],
    [
      'above the days of the week, which are a list of their own beside the days',
      `<div><div>May</div><div><p class=w>Sunday</p><p class=w>Monday</p>${day(1)}${day(2)}</div></div>`,
      ['- text: May', '- clickable "1" [ref=e1]', '- clickable "2" [ref=e2]'],
    ],
    [
      'above a table, also beside the arrows that turn its months, and as its caption; not another table',
      `<div><a class=prev onclick="1">Back</a><a class=next onclick="1">On</a><div>May</div></div>
       <table><tr><td><a href=/1>1</a><td><a href=/2>2</a></table>
       <table><caption style=display:block>June</caption><tr><td><button>1</button><td><button>2</button></table>
       <table><tr><td><button>3</button><td><button>4</button></table>`,
      [
        '- link "Back" [ref=e1]',
        '- link "On" [ref=e2]',
        '- text: May',
        '- link "1" [ref=e3]',
        '- link "2" [ref=e4]',
        '- text: June',
        ...[1, 2, 3, 4].map((name) => `- button "${name}" [ref=e${name + 4}]`),
      ],
    ],
    [
      'of a title with a button, where the box beside has the same',
      ['Open', 'Shut']
        .map(
          (name) =>
            `<div class=col><div>${name} <button>+ ${name}</button></div>${card('a')}${card('b')}</div>`,
        )
        .join(''),
      [
        '- text: Open',
        '- button "+ Open" [ref=e1]',
        '- clickable "a" [ref=e2]',
        '- clickable "b" [ref=e3]',
        '- text: Shut',
        '- button "+ Shut" [ref=e4]',
        '- clickable "a" [ref=e5]',
        '- clickable "b" [ref=e6]',
      ],
    ],
    [
      'but not beside them, nor above what is not alike',
      `<table><tr><td>Ada<td><a class=x href=/e>Edit</a> <a class=x href=/d>Drop</a></table>
       <p>Lamp ${add}</p><ul><li><a href=/a>a</a><li><a href=/b>b</a></ul><p>Intro</p><p><button>One</button></p>`,
      [
        '- link "Edit" [ref=e1]',
        '- link "Drop" [ref=e2]',
        '- button "Add" [ref=e3]',
        '- link "a" [ref=e4]',
        '- link "b" [ref=e5]',
        '- button "One" [ref=e6]',
      ],
    ],
    [
      'between two buttons of one box: the month, the page, the amount that they step',
      `<div><button>Less</button><span>3</span><button>More</button></div>
       <ul><li><button>Back</button></li><li>Page 2 of 9</li><li><button>On</button></li></ul>`,
      [
        '- button "Less" [ref=e1]',
        '- text: 3',
        '- button "More" [ref=e2]',
        '- button "Back" [ref=e3]',
        '- text: Page 2 of 9',
        '- button "On" [ref=e4]',
      ],
    ],
    [
      'between two boxes of buttons, and not within one of them',
      `<div><div><button>Back</button><button>On</button></div><div><b>May 2026</b></div><p><button>Day</button></p></div>
       <nav><div><button>Cut</button><i>Now</i></div><div><button>Copy</button></div></nav>`,
      [
        '- button "Back" [ref=e1]',
        '- button "On" [ref=e2]',
        '- text: May 2026',
        '- button "Day" [ref=e3]',
        '- navigation:',
        '  - button "Cut" [ref=e4]',
        '  - button "Copy" [ref=e5]',
      ],
    ],
    [
      'but not where the second has it in a box with itself, nor what is long',
      `<div><p><button>Open</button></p><p>Lamp <button>Buy</button></p><button>Less</button>${'Long '.repeat(20)}<button>More</button></div>`,
      [
        '- button "Open" [ref=e1]',
        '- button "Buy" [ref=e2]',
        '- button "Less" [ref=e3]',
        '- button "More" [ref=e4]',
      ],
    ],
  ])('that stands %s', async (_, html, expected) => {
    expect(await linesOf(`<body>${html}`)).toEqual(expected);
  });

  const change = (html: string, changes: string[], expected: string[]): Promise<void> =>
    withPage(engine, `<!doctype html>${html}`, async (page) => {
      let { text, meta } = await page.json<SnapshotText>('snapshot', { format: 'text' });
      for (const code of changes) {
        await page.run(code);
        ({ text, meta } = await page.json<SnapshotText>('snapshot', {
          format: 'text',
          since: meta.revision,
        }));
      }
      expect(text.split('\n').slice(1)).toEqual(expected);
    });

  it('as removed when it is emptied', () =>
    change(
      `<form>${'<button>More</button>'.repeat(8)}${MAIL}<p id=p>Too short</p></form>`,
      ["p.textContent = ''"],
      ['- text: Too short'],
    ));

  const CHAT = `<ul id=log></ul><form>${MAIL}${SEND}</form>`;
  const say = (...all: string[]): string =>
    `log.insertAdjacentHTML('beforeend', '${all.map((one) => `<li>${one}</li>`).join('')}')`;

  it('as new each time that it is added to a log', () =>
    change(
      CHAT,
      [say('Hi', 'Hello'), say('How?', 'Fine'), say('And?', 'Fine')],
      ['+ text: And?', '+ text: Fine'],
    ));
});
