import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, IS_REAL, lines, openEngine, withPage } from '../support/engine.ts';
import { KNOWS_HOLDER_OF_FIXED } from '../support/engine-differences.ts';
import { rowsHere } from '../support/selection.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const buttons = (html: string, options: Record<string, unknown> = {}): Promise<string[]> =>
  withPage(engine, `<!doctype html><body>${html}`, async (page) =>
    (await lines(page, options)).map((line) => /"(.*?)"/.exec(line)?.[1] ?? line),
  );

describe('elements hidden by style', () => {
  const rows: [what: string, html: string, seen: string[]][] = [
    ['display none above', '<div style="display:none"><button>a</button></div><button>b</button>', ['b']],
    ['visibility hidden', '<div style="visibility:hidden"><button>a</button></div>', []],
    [
      'a visible element inside an invisible one',
      '<div style="visibility:hidden"><button style="visibility:visible">a</button></div>',
      ['a'],
    ],
    ['aria-hidden above', '<div aria-hidden=true><button>a</button></div>', []],
    ['inert above', '<div inert><button>a</button></div>', []],
    ['opacity 0 above', '<div style="opacity:0"><button>a</button></div>', []],
    [
      'a transparent checkbox under its stand-in',
      '<label><input type=checkbox style="opacity:0" aria-label=a><span>stand-in</span></label>',
      ['a'],
    ],
    [
      'a transparent field that only the keyboard reaches, with a name: boxes for digits show what it holds',
      '<input aria-label=a style="opacity:0;pointer-events:none"><input style="opacity:0;pointer-events:none"><input aria-label=c tabindex=-1 style="opacity:0;pointer-events:none">',
      ['a'],
    ],
    [
      'a transparent text field that not even the keyboard reaches, which a script keeps',
      '<textarea aria-label=a tabindex=-1 style="opacity:0;height:2px"></textarea><input type=file aria-label=b tabindex=-1 style="opacity:0">',
      ['b: No file chosen'],
    ],
    ['a closed details', '<details><summary>more</summary><button>a</button></details>', ['more']],
    ['a closed dialog', '<dialog><button>a</button></dialog>', []],
    ['display contents', '<div style="display:contents"><button>a</button></div>', ['a']],
    ['the hidden attribute', '<div hidden><button>a</button></div>', []],
    [
      'hidden content of an inline box, to which that means nothing',
      '<span style="display:inline;content-visibility:hidden"><button>a</button></span>',
      ['a'],
    ],
    [
      'hidden content of a table, to which that means nothing either',
      '<table style="content-visibility:hidden"><tr><td><button>a</button></table>',
      ['a'],
    ],
    ['a template', '<template><button>a</button></template>', []],
  ];
  it.each(rowsHere(rows))('%s', async (_what, html, seen) => {
    expect(await buttons(html)).toEqual(seen);
  });

  it.runIf(IS_REAL)(
    'lists visually hidden text, also at the edge of the window, but no visually hidden link or content outside of the window',
    async () => {
      const pixel =
        'width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(100%);white-space:nowrap';
      const at = (style: string, inside: string): string => `<div style="${pixel};${style}">${inside}</div>`;
      expect(
        await buttons(`<style>body { margin: 0 }</style>${at('position:absolute', '<h2>a</h2>')}
        ${at('position:fixed;top:0;left:0', '<div role=alert aria-label=b>Moved</div>')}
        ${at('position:fixed;top:0;left:-9px', '<h2>c</h2>')}
        ${at('position:absolute;top:0', '<a href="#b">e</a>')}
        <div style="position:fixed;top:0;left:-90px;width:90px"><h2>d</h2></div>`),
      ).toEqual(['a', 'b']);
    },
  );

  it('lists nothing that a fixed box holds outside of the window', async () => {
    const bar = (style: string): string =>
      `<div style="position:fixed;left:0;right:0;bottom:0;height:20px"><button>Console</button>
       <div style="position:absolute;top:0;${style}"><button>Options</button></div></div>`;
    const away = await buttons(bar('left:100%'));
    expect(away).toEqual(engine.hasLayout ? ['Console'] : ['Console', 'Options']);
    expect(await buttons(bar('left:50%'))).toEqual(['Console', 'Options']);
  });

  it('lists controls above the window in a body that is fixed (a scroll lock)', async () => {
    const body = `<style>body { position: fixed; top: -300px; width: 100% }</style>
      <div style="position:relative;height:900px"><button style="position:absolute;top:50px">Early</button>
      <button style="position:absolute;top:-90px">Skip</button></div>`;
    expect(await buttons(body)).toEqual(engine.hasLayout ? ['Early'] : ['Early', 'Skip']);
  });

  const backwards: [what: string, html: string, scroll: string][] = [
    [
      'a chat from below',
      '<div style="height:100px;overflow:auto;display:flex;flex-direction:column-reverse"><div style="position:relative;height:900px;flex:none"><button style="position:absolute;top:0">First</button></div></div>',
      'up:800',
    ],
    [
      'a table from right to left',
      '<div dir=rtl style="width:200px;height:150px;overflow:auto"><div style="width:800px;position:relative;height:100px"><button style="position:absolute;left:0">First</button></div></div>',
      'left:600',
    ],
    [
      'lines from above, from right to left',
      '<div style="writing-mode:vertical-rl;width:200px;height:150px;overflow:auto"><div style="width:800px;position:relative;height:100px"><button style="position:absolute;left:0">First</button></div></div>',
      'left:600',
    ],
  ];
  it.each(backwards)(
    'lists all of %s, and shows the scroll direction of the rest',
    async (_, html, scroll) => {
      await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
        const shown = (await lines(page)).join();
        expect(shown).toContain('button "First"');
        if (engine.hasLayout) expect(shown).toContain(`[scroll=${scroll}]`);
      });
    },
  );

  it.each([
    ['rtl', 'right:-9999px', 'left:-9999px'],
    ['ltr', 'left:-9999px', 'right:-9999px'],
  ])(
    'lists controls beyond the inline end of a page in direction %s, and none before its start',
    async (dir, before, behind) => {
      const at = (place: string): Promise<unknown[]> =>
        buttons(
          `<style>html{direction:${dir}}</style><div style="position:absolute;${place}"><button>Menu</button></div><button>b</button>`,
        );
      expect(await at(before)).toEqual(engine.hasLayout ? ['b'] : ['Menu', 'b']);
      expect(await at(behind)).toEqual(['Menu', 'b']);
    },
  );

  it('lists the fallback content of an object only if it has not loaded', async () => {
    const html = `<object type="text/html" data="data:text/html,<p>Map</p>"><button>Download</button></object>
      <object><button>Other</button></object>`;
    expect(await buttons(html)).toEqual(engine.hasLayout ? ['Other'] : ['Download', 'Other']);
  });

  it.runIf(IS_REAL)(
    'lists no transparent field outside of the page, such as a honeypot or a clipboard helper',
    async () => {
      const away =
        '<input style="opacity:0;position:absolute;left:-9999px" aria-label=a><input aria-label=b>';
      expect(await buttons(away)).toEqual(['b']);
    },
  );

  it.runIf(IS_REAL && KNOWS_HOLDER_OF_FIXED)(
    'lists a fixed element in a transformed box, with which it scrolls',
    async () => {
      const html = (style: string): string =>
        `<p style="height:3000px">a</p><div style="${style}"><input style="position:fixed" aria-label=b></div>`;
      expect(await buttons(html('transform:translate(1px)'))).toEqual(['b']);
      expect(await buttons(html(''))).toEqual(['- text: a']);
    },
  );

  it('lists a clickable icon even if it is aria-hidden', async () => {
    const icon = (style: string): string =>
      `<i class="fa fa-trash" aria-hidden=true style="display:inline-block;width:9px;height:9px;${style}"></i>`;
    const filter = icon('cursor:pointer').replace('<i', '<span').replace('</i', '</span');
    expect(await buttons(filter)).toEqual(['trash']);
    expect(
      await buttons(
        `${icon('cursor:pointer')}<a href="/a" style="cursor:pointer">b${icon('cursor:pointer')}</a>`,
      ),
    ).toEqual(['trash', 'b']);
    expect(await buttons(icon('').replace('<i', '<i onclick="1"'))).toEqual(['trash']);
    expect(await buttons(icon(''))).toEqual([]);
  });

  it('lists an aria-hidden button that is for the pointer only, but none in an aria-hidden box', async () => {
    const stepper = '<button aria-hidden=true tabindex=-1>+</button>';
    expect(await buttons(`<input aria-label=a>${stepper}<div aria-hidden=true>${stepper}</div>`)).toEqual([
      'a',
      '+',
    ]);
  });

  it('does not take a box of skipped content (content-visibility) for that of an element without a size', async () => {
    const html = '<div contenteditable style="content-visibility:hidden">a <b>b</b></div><button>c</button>';
    expect(await buttons(html)).toEqual(engine.hasLayout ? ['c'] : [expect.anything(), 'c']);
  });

  it.runIf(IS_REAL)(
    'lists a section that fades in when it is scrolled to, but no other transparent elements',
    async () => {
      const html = `<style>.late { opacity: 0; transition: opacity .3s } .up { opacity: 0; transform: translateY(9px) }
        @keyframes in { from { opacity: 0 } } .in { opacity: 0; animation: in 1s paused }</style><div style="height:3000px"></div>
      <section class=late><button>a</button></section><section class=up><button>b</button></section><section class=in><button>c</button></section>
      <section style="opacity:0"><button>hidden</button></section>
      <p>Row <span class=late style="display:inline-block"><button>of the row</button></span></p>
      <div class=late style="position:absolute;width:100%"><button>layer</button></div>`;
      expect(await buttons(html)).toEqual(['a', 'b', 'c']);
    },
  );

  it('lists hidden nodes, flagged, when asked for debugging', async () => {
    await withPage(
      engine,
      '<!doctype html><body><div style="display:none"><button>a</button></div>',
      async (page) => {
        expect(await lines(page, { includeHidden: true })).toEqual(['- button "a" [ref=e1] [hidden]']);
      },
    );
  });
});
