import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResult } from '../../src/contract.ts';
import { actOn, refNamed } from '../support/act.ts';
import { type Engine, lines, openEngine, withPage } from '../support/engine.ts';
import { play } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const OVERLAY = 'position:fixed;inset:0;background:#0008';
const tall = '<div style="height:3000px"></div>';

interface Refusal {
  what: string;
  html: string;
  /** A change of the page between the snapshot and the click. */
  change?: string;
  code: string;
  /** The message names the problem and the next step. */
  message: RegExp;
  error?: object;
}

/** Clicks on "Go" that must be refused: a real click would not reach it, or would do nothing. */
const REFUSALS: readonly Refusal[] = [
  {
    what: 'disabled by its attribute',
    html: '<button disabled>Go</button>',
    code: 'not_enabled',
    message: /button "Go" \[ref=e1\] is disabled\. .+/,
  },
  {
    what: 'disabled, and called without the sign that an icon font draws beside its name',
    html: '<button disabled>&#xe900; Go</button>',
    code: 'not_enabled',
    message: /^button "Go" /,
  },
  {
    what: 'disabled since the snapshot',
    html: '<button id=b>Go</button>',
    change: 'b.disabled = true',
    code: 'not_enabled',
    message: /is disabled/,
  },
  {
    what: 'disabled by a fieldset',
    html: '<fieldset disabled><button>Go</button></fieldset>',
    code: 'not_enabled',
    message: /is disabled/,
  },
  {
    what: 'aria-disabled',
    html: '<div role=button tabindex=0 aria-disabled=true>Go</div>',
    code: 'not_enabled',
    message: /is disabled/,
  },
  {
    what: 'aria-disabled above',
    html: '<div role=toolbar aria-disabled=true><button>Go</button></div>',
    code: 'not_enabled',
    message: /is disabled/,
  },
  {
    what: 'inert above',
    html: '<div id=d><button>Go</button></div>',
    change: 'd.inert = true',
    code: 'not_enabled',
    message: /inert/,
  },
  {
    what: 'an item whose only button is disabled and lets presses through',
    html: '<ul role=menu><li role=menuitem style="width:max-content"><a role=button href=# aria-disabled=true style="pointer-events:none">Go</a></ul>',
    code: 'not_enabled',
    message: /button "Go" is disabled/,
  },
  {
    what: 'a disabled input inside of a label',
    html: '<label><input type=checkbox disabled> Go</label>',
    code: 'not_enabled',
    message: /is disabled/,
  },
  {
    what: 'a disabled option',
    html: '<select aria-label=S><option>a<option disabled>Go</select>',
    code: 'option_disabled',
    message: /option "Go".+Choose another/,
  },
  {
    what: 'an option of a disabled group',
    html: '<select aria-label=S><option>a<optgroup disabled label=g><option>Go</optgroup></select>',
    code: 'option_disabled',
    message: /Choose another/,
  },
  {
    what: 'an option of a disabled select',
    html: '<select aria-label=S disabled><option>a<option>Go</select>',
    code: 'not_enabled',
    message: /is disabled/,
  },
  {
    what: 'covered by an overlay',
    html: `<button>Go</button><div style="${OVERLAY}" id=o></div>`,
    code: 'element_blocked',
    message: /covered by element \[ref=e\d+\].+Dismiss it \(Escape closes most\) or scroll/,
    error: { blocker: { tag: 'div', role: 'generic' } },
  },
  {
    what: 'covered where it stands in a list that has to be scrolled to it',
    html: `<div style="height:60px;width:200px;overflow:auto;position:relative"><div style="height:300px">Rows</div><button style="display:block;height:20px">Go</button><div style="height:300px"></div>
      <div style="position:absolute;top:300px;width:150px;height:20px">Meeting</div></div>`,
    code: 'element_blocked',
    message: /covered by element "Meeting"/,
  },
  {
    what: 'covered by a layer in a body that is fixed so that it does not scroll behind it',
    html: `<style>body { position: fixed; inset: 0 }</style><button>Go</button><button>Menu</button><div style="${OVERLAY}" aria-hidden=true></div>`,
    code: 'element_blocked',
    message: /covered by element \[ref=e\d+\].+there\. Dismiss it \(Escape closes most\) or scroll/,
    error: { blocker: { tag: 'div', role: 'generic' } },
  },
  {
    what: 'covered by a dialog that has a button',
    html: `<button>Go</button><div role=dialog aria-label=Cookies style="${OVERLAY}"><button>Accept</button></div>`,
    code: 'element_blocked',
    message: /covered by dialog "Cookies".+It has button "Accept"/,
    error: {
      blocker: { role: 'dialog', name: 'Cookies' },
      blockerActions: [{ role: 'button', name: 'Accept' }],
    },
  },
  {
    what: 'covered by a layer whose buttons are told by their cursor',
    html: `<button>Go</button><div style="${OVERLAY}"><p>We use cookies.</p><a style="cursor:pointer">Accept</a> <button style="cursor:pointer"><b>More</b></button>
      <div style="cursor:pointer">Reject</div></div>`,
    code: 'element_blocked',
    message: /It has element "Accept".+button "More".+element "Reject"/,
    error: {
      blockerActions: [{ name: 'Accept' }, { name: 'More' }, { name: 'Reject' }],
    },
  },
  {
    what: 'covered by the backdrop of a dialog beside it',
    html: `<button>Go</button><div><div style="${OVERLAY}"></div><div role=alertdialog aria-label=Delete style="position:fixed;top:300px"><button>Yes</button></div></div>`,
    code: 'element_blocked',
    message: /covered by alertdialog "Delete".+It has button "Yes"/,
  },
  {
    what: 'covered by the backdrop of a dialog elsewhere in the page',
    html: `<button>Go</button><div role=dialog aria-label=First></div><div><div role=dialog aria-label=Rename style="position:fixed;top:300px;z-index:3"><button>OK</button></div></div><div style="${OVERLAY};z-index:2"></div>`,
    code: 'element_blocked',
    message: /covered by dialog "Rename".+It has button "OK"/,
  },
  {
    what: 'covered in a dialog by what is laid over all of it',
    html: `<div role=dialog aria-label=Rename><button>Go</button></div><div style="${OVERLAY}"></div>`,
    code: 'element_blocked',
    message: /covered by element \[ref=e\d+\]/,
  },
  {
    what: 'behind a modal dialog',
    html: '<button>Go</button><dialog id=d><p>Sure?</p><button>Yes</button></dialog>',
    change: 'd.showModal()',
    code: 'element_blocked',
    message: /covered by dialog.+It has button "Yes"/,
  },
  {
    what: 'covered by a sibling',
    html: '<div style="position:relative;width:100px;height:40px"><button style="width:100%;height:100%">Go</button><span style="position:absolute;inset:0">New</span></div>',
    code: 'element_blocked',
    message: /covered by element "New"/,
  },
  {
    what: 'covered by a frame',
    html: '<button style="position:absolute;left:20px;top:20px">Go</button><iframe srcdoc="<p>ad" style="position:absolute;left:0;top:0;width:300px;height:300px"></iframe>',
    code: 'element_blocked',
    message: /covered by/,
  },
  {
    what: 'covered wherever it is scrolled',
    html: `${tall}<button>Go</button>${tall}<div style="${OVERLAY}">veil</div>`,
    code: 'element_blocked',
    message: /covered by element "veil"/,
  },
  {
    what: 'pointer-events none',
    html: '<button style="pointer-events:none">Go</button>',
    code: 'element_blocked',
    message: /button "Go" \[ref=e1\] lets presses through/,
  },
  {
    what: 'display none since the snapshot',
    html: '<button id=b>Go</button>',
    change: "b.style.display = 'none'",
    code: 'not_visible',
    message: /is not displayed.+new snapshot/,
  },
  {
    what: 'visibility hidden',
    html: '<button style="visibility:hidden">Go</button>',
    code: 'not_visible',
    message: /is invisible/,
  },
  {
    what: 'transparent',
    html: '<div style="opacity:0"><button>Go</button></div>',
    code: 'not_visible',
    message: /transparent/,
  },
  {
    what: 'in a closed details',
    html: '<details><summary>More</summary><button>Go</button></details>',
    code: 'not_visible',
    message: /is not displayed\. Open what holds it/,
  },
  {
    what: 'in a closed popover',
    html: '<div popover><button>Go</button></div>',
    code: 'not_visible',
    message: /is not displayed/,
  },
  {
    what: 'in a closed dialog',
    html: '<dialog><button>Go</button></dialog>',
    code: 'not_visible',
    message: /is not displayed/,
  },
  {
    what: 'content-visibility hidden above',
    html: '<div id=d><button>Go</button></div>',
    change: "d.style.contentVisibility = 'hidden'",
    code: 'not_visible',
    message: /is not displayed/,
  },
  {
    what: 'clipped to nothing',
    html: '<div style="overflow:hidden;height:0"><button>Go</button></div>',
    code: 'not_visible',
    message: /clipped to nothing/,
  },
  {
    what: 'beside the page where no scrolling leads',
    html: '<button style="position:absolute;left:-9999px">Go</button>',
    code: 'not_visible',
    message: /scrolling can ?not reach/,
  },
  {
    what: 'off-canvas by a transform',
    html: '<div style="position:fixed;left:0;top:0;transform:translateX(-400px);width:300px"><button>Go</button></div>',
    code: 'not_visible',
    message: /button "Go"/,
  },
  {
    what: 'without a size',
    html: '<button id=b>Go</button>',
    change: "b.style.cssText = 'width:0;height:0;padding:0;border:0;overflow:hidden;font-size:0'",
    code: 'not_visible',
    message: /button "Go"/,
  },
  {
    what: 'aria-hidden since the snapshot',
    html: '<div id=d><button>Go</button></div>',
    change: "d.setAttribute('aria-hidden', 'true')",
    code: 'not_visible',
    message: /aria-hidden/,
  },
  {
    what: 'removed',
    html: '<button id=b>Go</button>',
    change: 'b.remove()',
    code: 'ref_not_found',
    message: /e1 \(button "Go"\) is gone.+Take a new snapshot/,
    error: { cause: 'detached' },
  },
  {
    what: 'rendered anew at the same place',
    html: '<div id=d><button>Go</button></div>',
    change: 'd.innerHTML = d.innerHTML',
    code: 'ref_not_found',
    message: /is gone.+Perhaps you mean button "Go" \[ref=e2\]; .+role=button\[name="Go"\]/,
    error: { cause: 'detached', suggestion: { role: 'button', name: 'Go', ref: 'e2' } },
  },
  {
    what: 'removed, with its mark on another element',
    html: '<button id=b>Go</button><button id=c>Delete all</button>',
    change: "b.remove(); c.setAttribute('data-agent-ref', 'e1')",
    code: 'ref_not_found',
    message: /is gone/,
    error: { cause: 'detached' },
  },
  {
    what: 'removed, with a clone in its place',
    html: '<button id=b>Go</button><p></p>',
    change: 'b.replaceWith(b.cloneNode(true))',
    code: 'ref_not_found',
    message: /is gone/,
    error: { cause: 'detached' },
  },
  {
    what: 'removed with the frame around it',
    html: '<iframe id=f srcdoc="<button>Go</button>"></iframe>',
    change: 'f.remove()',
    code: 'ref_not_found',
    message: /is gone/,
    error: { cause: 'detached' },
  },
  {
    what: 'in a frame that shows another page now',
    html: '<iframe id=f srcdoc="<button>Go</button>"></iframe>',
    change: "f.contentDocument.body.innerHTML = '<button>Other</button>'",
    code: 'ref_not_found',
    message: /is gone/,
    error: { cause: 'detached' },
  },
  {
    what: 'a recycled row: another name',
    html: '<button id=b>Go</button>',
    change: "b.textContent = 'Delete account'",
    code: 'ref_not_found',
    message: /was button "Go" and now stands for something else: button "Delete account"/,
    error: { cause: 'replaced' },
  },
  {
    what: 'a recycled row: another record',
    html: '<ul><li data-id=1>Ann <button id=b>Go</button></li></ul>',
    change: "b.parentNode.dataset.id = '2'; b.parentNode.firstChild.data = 'Bob '",
    code: 'ref_not_found',
    message: /something else/,
    error: { cause: 'replaced' },
  },
  {
    what: 'a recycled link: another address',
    html: '<a id=b href="/ann">Go</a>',
    change: "b.href = '/bob'",
    code: 'ref_not_found',
    message: /something else/,
    error: { cause: 'replaced' },
  },
  {
    what: 'a file field',
    html: '<input type=file aria-label=Go>',
    code: 'needs_trusted_input',
    message: /can't open the file chooser/,
  },
];

describe('a click that a person could not make is refused and leaves no trace', () => {
  it.each(REFUSALS)('$what', async ({ html, change, code, message, error }) => {
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      const { result, before, after } = await actOn(page, 'Go', 'click', undefined, change);
      expect(result, JSON.stringify(result)).toMatchObject({ ok: false, error: { code, ...error } });
      if (result.ok) return;
      expect(result.error.message).toMatch(message);
      expect(after).toEqual({ ...before, heard: [] });
    });
  });
});

describe('an element that covers another one', () => {
  it('is clicked by the ref in the refusal, even with aria-hidden', async () => {
    const html = `<!doctype html><body><button onclick="window.went = true">Go</button>
      <div aria-hidden=true style="${OVERLAY}" onclick="this.remove()"></div>`;
    await withPage(engine, html, async (page) => {
      const refusal = await page.json<ErrorResult>('action', await refNamed(page, 'Go'), 'click');
      const { ref } = refusal.error.blocker as { ref: string };
      expect(await page.json('action', ref, 'click')).toMatchObject({ ok: true, verified: true });
      await page.json('action', await refNamed(page, 'Go'), 'click');
      expect(await page.evaluate('window.went')).toBe(true);
    });
  });
});

describe('a tooltip over an element, shown while the pointer is elsewhere', () => {
  const TIP = 'position:absolute;top:30px;width:200px;height:60px;z-index:1;background:#ccc';
  it.each([
    [
      'shown by events',
      `<div id=a style="width:60px;height:20px" onmouseenter="tip.hidden = false" onmouseleave="tip.hidden = true">Menu</div><div id=tip hidden style="${TIP}">All about it</div>`,
    ],
    [
      'shown by a style',
      `<style>#tip { display: none } #a:hover #tip { display: block }</style><div id=a tabindex=0 style="width:60px;height:20px">Menu<div id=tip style="${TIP}">All about it</div></div>`,
    ],
  ])('is gone when that element is clicked: %s', async (_, menu) => {
    const html = `<!doctype html><body style="margin:0">${menu}<button id=go style="position:absolute;top:40px;left:5px" onclick="window.went = true">Go</button>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#a', 'hover');
      expect(await state('tip.offsetHeight')).toBe(60);
      expect(await run('#go', 'click')).toMatchObject({ ok: true });
      expect(await state('[window.went, tip.offsetHeight]')).toEqual([true, 0]);
    });
  });
});

describe('an element that moves when the pointer leaves the element above', () => {
  it('is clicked where it is then, without waiting for an effect of the click that missed it', async () => {
    const html = `<!doctype html><body style="margin:0"><style>#row b { display: none } #row:hover b { display: block; height: 60px }</style>
      <div id=row tabindex=0>Row<b>More</b></div><button id=go onclick="this.textContent = 'Gone'">Go</button><script>
        let frames = 0;
        (function next() { frames++; requestAnimationFrame(next); })();
      </script>`;
    await play(engine, html, async ({ run, state }) => {
      await run('#row', 'hover');
      await state('(frames = 0)');
      expect(await run('#go', 'click')).toMatchObject({ verified: true });
      expect(await state('go.textContent')).toBe('Gone');
      // Waiting for a missing effect would take more than 30 frames.
      expect(await state('frames')).toBeLessThan(25);
    });
  });
});

describe('a refused click on the scroll container of a document', () => {
  it('leaves the scroll position of a frame in quirks mode unchanged', async () => {
    const html = `<!doctype html><body><iframe id=f></iframe><div style="${OVERLAY}">Wait</div>`;
    const content = `<body contenteditable aria-label=Go>${tall}`;
    await withPage(engine, html, async (page) => {
      await page.evaluate(
        `(() => { const d = f.contentDocument; d.open(); d.write(${JSON.stringify(content)}); d.close(); d.scrollingElement.scrollTop = 7 })()`,
      );
      const ref = (await lines(page)).find((line) => line.includes('"Go"'))?.match(/e[0-9]+/)?.[0];
      const result = await page.json<{ error?: { code: string } }>('action', ref, 'click');
      expect(result.error?.code).toBe('element_blocked');
      expect(await page.evaluate('f.contentDocument.scrollingElement.localName')).toBe('body');
      expect(await page.evaluate('f.contentDocument.scrollingElement.scrollTop')).toBe(7);
    });
  });
});

describe('an invalid call is refused', () => {
  it.each([
    ['an unknown kind', 'e1', 'clik', 'unsupported_kind', /no action "clik"\. Valid: click, dblclick/],
    ['no kind', 'e1', undefined, 'unsupported_kind', /Valid: click, dblclick/],
    ['a kind of the prototype', 'e1', 'constructor', 'unsupported_kind', /Valid: click, dblclick/],
    ['a ref that was never issued', 'e77', 'click', 'ref_not_found', /never issued.+Take a new snapshot/],
    ['no ref', undefined, 'click', 'invalid_argument', /A ref looks like "kd5"/],
    ['an object for a ref', {}, 'click', 'invalid_argument', /A ref looks like "kd5"/],
  ])('%s', async (_what, ref, kind, code, message) => {
    await withPage(engine, '<!doctype html><button>Go</button>', async (page) => {
      const { result, before, after } = await actOn(page, 'Go', 'click').then(async () => {
        const state = 'document.documentElement.outerHTML';
        const was = await page.evaluate<string>(state);
        const outcome = await page.json<{ ok: boolean; error: { code: string; message: string } }>(
          'action',
          ref,
          kind,
        );
        return { result: outcome, before: was, after: await page.evaluate<string>(state) };
      });
      expect(result).toMatchObject({ ok: false, error: { code } });
      expect(result.error.message).toMatch(message);
      expect(after).toBe(before);
    });
  });
});

describe('a row that a list recycles for another item', () => {
  /** On the event the page makes another item of the first row, and moves it away from the pointer. */
  const list = (on: string) => `<!doctype html><style>li { height: 40px; list-style: none }</style>
    <ul><li id=a><span>One</span> <button>Read</button><li><span>Two</span> <button>Read</button></ul><script>
      window.got = [];
      onclick = ({ target }) => got.push(target.parentNode.textContent);
      addEventListener('${on}', () => { a.firstChild.textContent = 'Three'; a.parentNode.append(a); }, { capture: true, once: true });
    </script>`;

  it.each(['pointerover', 'pointerdown', 'mousedown'])(
    'on %s is not clicked for the item that it was',
    async (on) => {
      await withPage(engine, list(on), async (page) => {
        await lines(page);
        const { error } = await page.json<ErrorResult>('action', 'e1', 'click');
        expect(error).toMatchObject({ code: 'ref_not_found', cause: 'replaced' });
        expect(error.message).toMatch(/was button "Read" of "One" and now stands for .* of "Three"/);
        expect(await page.evaluate('got.some((text) => /^Three/.test(text))')).toBe(false);
      });
    },
  );
});
