import { beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult, ErrorResult } from '../../src/contract.ts';
import { type Engine, lines, openEngine } from '../support/engine.ts';
import { play, runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/**
 * Styles with which pages hide a native checkbox behind a drawn one, and the role that the snapshot gives the element
 * to click.
 */
const HIDING_STYLES: readonly (readonly [style: string, role: string])[] = [
  ['position:absolute;opacity:0;pointer-events:none', 'checkbox'],
  ['position:absolute;opacity:0;width:0;height:0', 'checkbox'],
  ['opacity:0;width:0;height:0', 'checkbox'],
  ['position:absolute;left:-9999px', 'checkbox'],
  ['position:absolute;left:-9999px;opacity:0', 'checkbox'],
  ['position:absolute;width:1px;height:1px;clip:rect(0 0 0 0);overflow:hidden', 'checkbox'],
  ['position:absolute;clip-path:inset(50%)', 'checkbox'],
  ['position:absolute;opacity:0;z-index:-1', 'checkbox'],
  ['width:0;height:0;appearance:none;margin:0', 'checkbox'],
  ['transform:scale(0)', 'checkbox'],
  ['display:none', 'clickable'],
  ['visibility:hidden;position:absolute', 'clickable'],
];

describe('a visually hidden checkbox beside its label', () => {
  it.each(['', '✓'])(
    'is checked through its label, and listed once together with its drawn box "%s"',
    async (mark) => {
      const html = `<div id=group><input id=box type=checkbox style="position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip:rect(0 0 0 0);clip-path:inset(50%)"><div
        id=drawn-1 style="display:inline-block;width:16px;height:16px;border:1px solid">${mark}</div><label for=box>Gift wrap</label></div>
      <script>drawn = document.getElementById('drawn-1'); drawn.onclick = () => box.click(); group.onpointerdown = () => 0;</script>`;
      await play(engine, html, async ({ page, state }) => {
        expect(await lines(page)).toEqual(['- checkbox "Gift wrap" [ref=e1] [checked=false]']);
        expect(await page.json('action', 'e1', 'check')).toMatchObject({ ok: true, verified: true });
        expect(await state('box.checked')).toBe(true);
      });
    },
  );
});

describe('a radio button of 1 px in a wrapper of 1 px', () => {
  it('is checked by a click on the drawing around both', async () => {
    const html = `<div id=star style="cursor:pointer;width:30px;height:30px;position:relative">
      <span style="position:absolute;width:1px;height:1px;overflow:hidden"><input id=box type=radio aria-label="4 stars"></span>
      <svg width=30 height=30 style="position:relative"><rect width=30 height=30 /></svg></div>
    <script>star.addEventListener('click', () => { box.checked = true; })</script>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'check')).toMatchObject({ ok: true, verified: true });
      expect(await state('box.checked')).toBe(true);
    });
  });
});

describe('a checkbox in a slot', () => {
  it('is covered by what lies over it in the same slot', async () => {
    const html = `<x-group style="display:block"><input id=box type=checkbox style="margin:0"><div style="position:absolute;inset:0"></div></x-group>
    <script>document.getElementsByTagName('x-group')[0].attachShadow({ mode: 'open' }).innerHTML = '<slot></slot>';</script>`;
    await play(engine, html, async ({ refuse }) => {
      expect(await refuse('#box', 'check')).toMatchObject({ code: 'element_blocked' });
    });
  });
});

describe('a switch that is drawn over its checkbox', () => {
  const FILL = 'position:absolute;inset:0;margin:0';
  const html = (size: string): string => `<div id=around style="position:relative;${size}">
      <input id=box type=checkbox aria-label=Dark style="${FILL};width:50px;height:30px;appearance:none"><div style="${FILL};background:#ccc"><b style="${FILL}"></b></div></div>
    <script>around.addEventListener('click', (event) => { if (event.target !== box) box.checked = !box.checked; })</script>`;

  it('is checked where the drawing has the size of the checkbox', async () => {
    await play(engine, html('width:50px;height:30px'), async ({ run, state }) => {
      expect(await run('#box', 'check')).toMatchObject({ verified: true, effect: { checked: true } });
      expect(await state('box.checked')).toBe(true);
    });
  });

  it('is refused where the drawing covers a larger box than the checkbox', async () => {
    await play(engine, html('width:90px;height:60px'), async ({ refuse }) => {
      expect(await refuse('#box', 'check')).toMatchObject({ code: 'element_blocked' });
    });
  });
});

describe('a visually hidden control behind its label', () => {
  it.each(HIDING_STYLES)('%s', async (style, role) => {
    const html = `<label><input id=box type=checkbox style="${style}"><span>Gift wrap</span></label><p>Next</p>`;
    await play(engine, html, async ({ page, state }) => {
      const text = (checked: boolean): string[] => [
        `- ${role} "Gift wrap" [ref=e1]${checked ? ' [checked]' : ' [checked=false]'}`,
        '- paragraph: Next',
      ];
      expect(await lines(page, { interactiveOnly: false })).toEqual(text(false));
      for (const [kind, checked] of [
        ['check', true],
        ['click', false],
      ] as const) {
        expect(await page.json('action', 'e1', kind)).toMatchObject({ ok: true, verified: true });
        expect(await state('box.checked')).toBe(checked);
        await state('document.activeElement.blur()');
        expect(await lines(page, { interactiveOnly: false })).toEqual(text(checked));
      }
    });
  });

  it('is refused as covered when something lies over its label', async () => {
    const html = `<label><input id=box type=checkbox style="display:none">Gift wrap</label>
      <div style="position:fixed;inset:0"></div>`;
    await play(engine, html, async ({ refuse, state }) => {
      const error = await refuse('label', 'check');
      expect(error).toMatchObject({ code: 'element_blocked', blocker: { tag: 'div' } });
      expect(await state('box.checked')).toBe(false);
    });
  });

  it.each(['switch', 'checkbox', 'radio'])(
    'gives a drawn %s the text of the label around both as its name',
    async (role) => {
      const html = `<label><span role=${role} tabindex=0 aria-checked=false id=":r1:" style="display:inline-block;width:20px;height:20px">•</span> Gift wrap
        <input type=checkbox aria-hidden=true tabindex=-1 style="position:absolute;clip-path:inset(50%);width:1px;height:1px"></label>
      <script>const box = document.querySelector('span');
        document.querySelector('input').onchange = (event) => box.setAttribute('aria-checked', event.target.checked);</script>`;
      await play(engine, html, async ({ page, state }) => {
        for (const interactiveOnly of [true, false])
          expect(await lines(page, { interactiveOnly })).toEqual([
            `- ${role} ~"Gift wrap" [ref=e1] [checked=false]`,
          ]);
        expect(await page.json('action', 'e1', 'check')).toMatchObject({ ok: true, verified: true });
        expect(await state('box.getAttribute("aria-checked")')).toBe('true');
      });
    },
  );

  it('is listed once when its wrapper has the same role and name', async () => {
    const html = `<div role=checkbox aria-label="Row 1" style="position:relative;width:20px;height:20px">
        <input id=box type=checkbox aria-label="Row 1" style="position:absolute;opacity:0;inset:0;margin:0;width:100%;height:100%"></div>`;
    await play(engine, html, async ({ page, run, state }) => {
      expect(await lines(page)).toEqual(['- checkbox "Row 1" [ref=e1] [checked=false]']);
      expect(await run('#box', 'check')).toMatchObject({ verified: true });
      expect(await state('box.checked')).toBe(true);
    });
  });

  it('is not listed, nor its label, when a drawn control is named by that label', async () => {
    const html = `<label id=l for=h onclick="s.focus()">Volume</label><input id=h hidden>
        <div id=s role=slider tabindex=0 aria-labelledby=l aria-valuenow=40 style="width:20px;height:20px"></div>
        <label id=m for=n>State</label><select id=n style="display:none"><option>Ohio</select>
        <button role=combobox aria-expanded=false aria-labelledby=m>Ohio</button>`;
    await play(engine, html, async ({ page }) => {
      for (const interactiveOnly of [true, false])
        expect(await lines(page, { interactiveOnly })).toEqual([
          '- slider "Volume" [ref=e1]: 40',
          '- combobox "State" [ref=e2] [expanded=false]: Ohio',
        ]);
    });
  });

  it('is checked by a click beside the link in its label', async () => {
    const html =
      '<label><input id=box type=checkbox style="opacity:0;width:0;height:0"> I agree to all of these long <a href="#terms">terms of use</a></label>';
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'check')).toMatchObject({ verified: true });
      expect(await state('box.checked')).toBe(true);
      expect(await state('location.hash')).toBe('');
    });
  });

  it('can have a styled box instead of a label', async () => {
    const html = `<div style="cursor:pointer;width:40px;height:20px" onclick="if (event.target !== box) box.click()">
        <input id=box type=checkbox role=switch style="position:absolute;opacity:0;width:0;height:0"></div>`;
    await play(engine, html, async ({ page, run, state }) => {
      expect(await lines(page)).toEqual(['- switch ~"box" [ref=e1] [checked=false]']);
      expect(await run('#box', 'check')).toMatchObject({ verified: true });
      expect(await state('box.checked')).toBe(true);
    });
  });

  it('can be a button for the keyboard behind a drawn choice', async () => {
    const html = `<div style="cursor:pointer"><label id=l>Fruit <i>Pear</i>
        <button id=b style="position:absolute;opacity:0;clip:rect(0 0 0 0)" aria-label="Fruit, Pear" aria-haspopup=dialog></button></label></div>
      <button style="opacity:0">Shows later</button>
      <script>l.addEventListener('click', () => b.setAttribute('aria-label', 'Fruit, Plum'));</script>`;
    await play(engine, html, async ({ page }) => {
      expect(await lines(page)).toEqual(['- button "Fruit, Pear" [ref=e1] [haspopup=dialog]']);
      expect(await page.json('action', 'e1', 'click')).toMatchObject({ ok: true, verified: true });
      expect(await lines(page)).toEqual(['- button "Fruit, Plum" [ref=e1] [focused] [haspopup=dialog]']);
    });
  });

  it('is checked by a click on the label that lies over it', async () => {
    const html = `<style>div { position: relative } input { position: absolute; opacity: 0; width: 1px; height: 1px; left: 9px; top: 9px } label { position: relative }</style>
      <div><input id=box type=radio name=r><label for=box>Large</label></div>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'check')).toMatchObject({ verified: true });
      expect(await state('box.checked')).toBe(true);
    });
  });

  it('is checked by a click on a part of its styled box that lies over it', async () => {
    const html = `<style>div { position: relative; width: 40px; height: 20px; cursor: pointer }
        input { position: absolute; opacity: 0 } span { position: absolute; inset: 0 }</style>
      <div onclick="box.checked = !box.checked"><input id=box type=checkbox role=switch aria-label=Wifi><span></span></div>`;
    await play(engine, html, async ({ run, state }) => {
      expect(await run('#box', 'check')).toMatchObject({ verified: true });
      expect(await state('box.checked')).toBe(true);
    });
  });

  it('can be a range that takes the keys for a drawn slider', async () => {
    const html = `<style>div { position: relative; width: 200px; height: 20px } i { position: absolute; inset: 0 }
        input { position: absolute; opacity: 0; pointer-events: none; width: 16px; height: 16px }</style>
      <div><i></i><input id=box type=range aria-label=Volume value=30></div>`;
    await play(engine, html, async ({ page, run, state }) => {
      expect(await lines(page)).toEqual(['- slider "Volume" [ref=e1] [valuemin=0] [valuemax=100]: 30']);
      expect(await run('#box', 'fill', '70')).toMatchObject({ verified: true });
      expect(await state('box.value')).toBe('70');
    });
  });

  it('can be a range without height, of which only the thumb is visible', async () => {
    const html =
      '<input id=box type=range aria-label=Volume value=30 style="appearance:none;display:block;width:200px;height:0;margin:20px 0">';
    await play(engine, html, async ({ page, run, state }) => {
      expect(await lines(page)).toEqual(['- slider "Volume" [ref=e1] [valuemin=0] [valuemax=100]: 30']);
      expect(await run('#box', 'fill', '70')).toMatchObject({ verified: true });
      expect(await state('box.value')).toBe('70');
    });
  });

  it('can be a transparent textarea below its floating label', async () => {
    const html = '<label>Note <textarea style="opacity:0"></textarea></label>';
    await play(engine, html, async ({ page, run, state }) => {
      expect(await lines(page)).toEqual(['- textbox "Note" [ref=e1]']);
      expect(await run('textarea', 'fill', 'Hello')).toMatchObject({ verified: true });
      expect(await state('document.querySelector("textarea").value')).toBe('Hello');
    });
  });

  it('is not listed when a drawn control, the stop of Tab, has taken its place', async () => {
    const gone = 'position:absolute;width:1px;clip-path:inset(50%);overflow:hidden;border:0;padding:0';
    const html = `<label for=drawn>State</label><select tabindex=-1 aria-hidden=true style="${gone}"><option>Ohio</select><input id=drawn role=combobox>
      <input tabindex=-1 style="${gone}" value=a><input tabindex=-1 style="position:absolute;width:0;height:0;padding:0" value=b><input aria-label=Tags><select style="${gone}" aria-label=Skip><option>a</select>`;
    await play(engine, html, async ({ page }) => {
      expect(await lines(page)).toEqual([
        '- combobox "State" [ref=e1]',
        '- textbox "Tags" [ref=e2]',
        '- combobox "Skip" [ref=e3]: a',
        '  - option "a" [ref=e4] [selected]',
      ]);
      const { total } = await page.json<{ total: number }>('page', 'find', { by: 'role', value: 'combobox' });
      expect(total).toBe(2);
    });
  });

  it('does not have its options listed or found when it is clipped away', async () => {
    const html = `<div><div style="position:relative;overflow:hidden;width:0;height:0">
        <select tabindex=-1 style="position:absolute;left:-100%"><option>Small<option>Large</select></div>
      <div><span></span><b style="cursor:pointer">▾</b></div></div>`;
    await play(engine, html, async ({ page }) => {
      expect(await lines(page)).toEqual(['- clickable "▾" [ref=e1]']);
      const refused = await page.json<ErrorResult>('action', 'text="Large"', 'click');
      expect(refused.error.code).toBe('ref_not_found');
    });
  });

  it('is listed once with the track that is drawn before it', async () => {
    const html = `<div style="position:relative"><div id=track style="width:60px;height:20px;background:#888"></div><div><input id=box type=checkbox aria-label=Notify style="opacity:0;position:absolute;left:0;top:0;width:60px;height:20px"><div style="width:20px;height:20px"></div></div></div>
      <script>track.onclick = () => box.click()</script>`;
    await play(engine, html, async ({ page }) => {
      expect(await lines(page)).toEqual(['- checkbox "Notify" [ref=e1] [checked=false]']);
    });
  });

  it('does not take in a clickable element before it that it does not cover', async () => {
    const html = `<div id=delete style="width:20px;height:20px;background:#888" onclick="1"></div><div style="position:relative"><input type=checkbox aria-label=Notify style="opacity:0;width:60px;height:20px"></div>`;
    await play(engine, html, async ({ page }) => {
      expect(await lines(page)).toEqual([
        '- clickable ~"delete" [ref=e1]',
        '- checkbox "Notify" [ref=e2] [checked=false]',
      ]);
    });
  });

  it('is not listed when its label is hidden too', async () => {
    const html = `<div style="position:absolute;left:-9999px"><label>Leave empty <input type=checkbox></label></div>
      <div aria-hidden=true><label>For the eye <input type=checkbox style="opacity:0;width:0"></label></div>`;
    await play(engine, html, async ({ page }) => {
      expect(await lines(page, { interactiveOnly: false })).toEqual([]);
    });
  });
});

describe('a text under a control, or written over one', () => {
  it.each([
    [
      'words in a label under its transparent box',
      `<label style="position:relative;display:inline-block"><input id=c type=checkbox style="position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0"><span>Gift wrap</span></label>`,
      'c.checked',
    ],
    [
      'the name of a group that lets presses through to a part of it',
      `<div style="position:relative"><span id=l style="position:absolute;pointer-events:none">Gift wrap</span>
        <div role=group aria-labelledby=l><span id=c role=spinbutton tabindex=0 aria-label=Day onclick="this.checked = true" style="display:inline-block;width:200px;opacity:0">DD</span></div></div>`,
      'c.checked === true',
    ],
  ])('takes a click at its place: %s', async (_, html, done) => {
    await play(engine, html, async ({ page, state }) => {
      const result = await runJob<ActionResult>(page, 'action', 'text="Gift wrap"', 'click', {
        timeoutMs: 100,
      });
      expect(result).toMatchObject({ ok: true });
      expect(await state(done)).toBe(true);
    });
  });

  it('is refused where another control of its label covers it', async () => {
    const html = `<label style="position:relative;display:inline-block">Wrap <input id=c type=checkbox><span>Gift</span>
      <a href="#x" style="position:absolute;inset:0"></a></label>`;
    await play(engine, html, async ({ page, state }) => {
      const result = await runJob<ErrorResult>(page, 'action', 'text="Gift"', 'click', { timeoutMs: 100 });
      expect(result.error?.code).toBe('element_blocked');
      expect(await state('c.checked')).toBe(false);
    });
  });
});

describe('the text of a label', () => {
  it('is listed as text when its control is not listed', async () => {
    const html =
      '<label for=pick>Fruit</label><select id=pick aria-hidden=true><option>A</select><button>Next</button>';
    await play(engine, html, async ({ page }) => {
      expect(await lines(page, { interactiveOnly: false })).toEqual([
        '- text: Fruit',
        '- button "Next" [ref=e1]',
      ]);
    });
  });

  it('is listed only in the name of a control that is named by it through aria-labelledby', async () => {
    const html =
      '<label><input type=checkbox aria-labelledby=words><span id=words>Accept</span></label><label>Other <input aria-label="Mine"></label>';
    await play(engine, html, async ({ page }) => {
      expect(await lines(page, { interactiveOnly: false })).toEqual([
        '- checkbox "Accept" [ref=e1] [checked=false]',
        '- text: Other',
        '- textbox "Mine" [ref=e2]',
      ]);
    });
  });

  it('names the field of a combobox within another combobox', async () => {
    const html = `<div role=combobox aria-haspopup=listbox aria-expanded=false tabindex=-1><label for=i>State</label>
      <p>Ohio</p><button>Ohio</button><p><input id=i role=combobox value=Ohio></p></div>`;
    await play(engine, html, async ({ page }) => {
      expect(await lines(page)).toEqual([
        '- button "Ohio" [ref=e1]',
        '- combobox "State" [ref=e2] [expanded=false] [haspopup=listbox]: Ohio',
      ]);
    });
  });

  it('is no value of the combobox that it names', async () => {
    const html = `<div role=combobox tabindex=0 aria-label=State><label for=i>State</label>
      <p>Ohio</p><p><input id=i></p></div>`;
    await play(engine, html, async ({ page }) => {
      expect(await lines(page)).toEqual([
        '- combobox "State" [ref=e1]: Ohio',
        '  - textbox "State" [ref=e2]',
      ]);
    });
  });
});
