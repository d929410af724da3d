import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Aria, ariaScript, launchOracle, openPage } from '../support/aria-oracle.ts';

describe('roles and names on difficult pages', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchOracle();
    page = await openPage(browser, '<!doctype html><title>difficult</title>', await ariaScript());
  });
  afterAll(() => browser?.close());

  /** Roles and names of the elements with class `x`. */
  const named = (html: string, maxText = 1000): Promise<string[]> =>
    page.evaluate(
      ([markup, max]) => {
        const { aria } = globalThis as unknown as { aria: Aria };
        document.body.innerHTML = markup as string;
        const cache = aria.createDomCache(max as number);
        return [...document.querySelectorAll('.x')].map(
          (el) => `${aria.roleOf(el, cache)} "${aria.nameOf(el, cache)}"`,
        );
      },
      [html, maxText] as const,
    );

  it('reads a form whose fields have the names of DOM properties', async () => {
    const fields = [
      'getAttribute',
      'childNodes',
      'localName',
      'closest',
      'matches',
      'parentNode',
      'title',
      'role',
    ];
    const html = `<form class=x aria-label=Pay>${fields.map((name) => `<input name=${name}>`).join('')}</form>`;
    expect(await named(html)).toEqual(['form "Pay"']);
  });

  it('keeps secrets out of names', async () => {
    expect(
      await named(
        '<label class=x role=button>Code <input autocomplete=one-time-code value=123456> now</label>' +
          '<h2 class=x>Card <select autocomplete=cc-type><option selected>Visa</select></h2>' +
          '<p id=p><input type=password value=geheim></p><button class=x aria-labelledby=p></button>',
      ),
    ).toEqual(['button "Code now"', 'heading "Card"', 'button ""']);
  });

  it('survives circular references', async () => {
    expect(
      await named(
        '<button class=x id=a aria-labelledby="b a">A</button><button class=x id=b aria-labelledby=a>B</button>' +
          '<label id=l><input class=x type=checkbox aria-labelledby=l> self</label>',
      ),
    ).toEqual(['button "B A"', 'button "A"', 'checkbox "self"']);
  });

  it('reads the elements of aria-owns, each once', async () => {
    expect(
      await named(
        '<div class=x role=button aria-owns=o>A</div><b id=o>B</b>' +
          '<div class=x role=button id=c aria-owns=d>C</div><div class=x role=button id=d aria-owns=c>D</div>' +
          '<button class=x aria-labelledby="c d"></button>',
      ),
    ).toEqual(['button "A B"', 'button "C D"', 'button "D C"', 'button "C D D"']);
  });

  it('survives deeply nested fields and legends', async () => {
    const names = await page.evaluate(() => {
      const { aria } = globalThis as unknown as { aria: Aria };
      const nest = (make: (inner: Element) => Element): Element => {
        let at: Element = document.createElement('b');
        at.textContent = 'leaf';
        for (let i = 0; i < 400; i++) at = make(at);
        const button = document.createElement('button');
        button.append(at);
        return button;
      };
      const wrap = (tag: string, attrs: Record<string, string>) => (inner: Element) => {
        const el = document.createElement(tag);
        for (const name of Object.keys(attrs)) el.setAttribute(name, attrs[name] ?? '');
        el.style.display = 'contents';
        el.append(inner);
        return el;
      };
      document.body.replaceChildren(
        nest(wrap('span', { contenteditable: '' })),
        nest((inner) => wrap('fieldset', {})(wrap('legend', {})(inner))),
        nest((inner) =>
          wrap('div', { role: 'listbox' })(wrap('div', { role: 'option', 'aria-selected': 'true' })(inner)),
        ),
      );
      const cache = aria.createDomCache(200);
      return [...document.body.children].map((el) => aria.nameOf(el, cache).length < 300);
    });
    expect(names).toEqual([true, true, true]);
  });

  it('cuts a long name at an exact beginning', async () => {
    const words = Array.from({ length: 400 }, (_, i) => `<b>word${i}</b> `).join('');
    const [short = ''] = await named(`<h2 class=x>${words}</h2>`, 50);
    const [whole = ''] = await named(`<h2 class=x>${words}</h2>`, 1e6);
    const begin = short.slice(0, -1);
    expect(begin.length).toBeGreaterThan(50);
    expect(begin.length).toBeLessThan(70);
    expect(whole.startsWith(begin)).toBe(true);
  });

  it('names elements of shadow roots, slots and frames', async () => {
    const found = await page.evaluate(() => {
      const { aria } = globalThis as unknown as { aria: Aria };
      document.body.innerHTML = '<div id=host><b slot=s>slotted</b></div><iframe></iframe>';
      const host = document.getElementById('host') as HTMLElement;
      host.attachShadow({ mode: 'open' }).innerHTML =
        '<span id=l>inner</span><button id=x>A <slot name=s></slot></button><a href=# aria-labelledby=l>t</a>';
      const frame = document.querySelector('iframe')?.contentDocument as Document;
      frame.body.innerHTML = '<button style="text-transform:uppercase">in frame</button>';
      const cache = aria.createDomCache(1000);
      const root = host.shadowRoot as ShadowRoot;
      const inFrame = frame.querySelector('button') as Element;
      return [root.querySelector('button'), root.querySelector('a'), inFrame].map((el) =>
        aria.nameOf(el as Element, cache),
      );
    });
    expect(found).toEqual(['A slotted', 'inner', 'IN FRAME']);
  });

  it('reads nested elements that are named by their content in linear time', async () => {
    const reads = await page.evaluate(() => {
      const { aria } = globalThis as unknown as { aria: Aria };
      const count = (depth: number): number => {
        document.body.textContent = '';
        const items: Element[] = [];
        for (let i = 0, at: Element = document.body; i < depth; i++) {
          const item = document.createElement('span');
          item.setAttribute('role', 'treeitem');
          at.append(item);
          items.push(item);
          at = item;
        }
        items[depth - 1]?.append('leaf');
        const cache = aria.createDomCache(200);
        const getComputedStyle = window.getComputedStyle;
        let asked = 0;
        window.getComputedStyle = (el, pseudo) => {
          asked++;
          return getComputedStyle.call(window, el, pseudo);
        };
        const names = items.map((item) => aria.nameOf(item, cache));
        window.getComputedStyle = getComputedStyle;
        if (names.some((name) => name !== 'leaf')) throw new Error('a name is wrong');
        return asked;
      };
      return [count(100), count(1000)];
    });
    expect((reads[1] ?? 0) / (reads[0] ?? 1)).toBeLessThan(12);
  });

  it('returns attributes with live values, masked and cut', async () => {
    const attrs = await page.evaluate(() => {
      const { aria } = globalThis as unknown as { aria: Aria };
      document.body.innerHTML =
        '<input type=password name=pw value=geheim title="0123456789😀😀"><input type=hidden name=t value=token><a href="javascript:steal()" role=button>a</a>';
      return [...document.body.children].map((el) => aria.attrsOf(el, 12));
    });
    expect(attrs).toEqual([
      { type: 'password', name: 'pw', value: '••', title: '0123456789…' },
      { type: 'hidden', name: 't' },
      { href: 'javascript:', role: 'button' },
    ]);
  });

  it('describes an element by what its name does not contain', async () => {
    const described = await page.evaluate(() => {
      const { aria } = globalThis as unknown as { aria: Aria };
      document.body.innerHTML =
        '<button aria-describedby=d title=tip>a</button><button title=tip>a</button><button title=tip></button>' +
        '<input aria-label=n type=submit value=Go><a href=# aria-description=more>a</a><p id=d hidden>help</p>' +
        '<input type=submit value="&nbsp;&gt;" title=Next>';
      const cache = aria.createDomCache(1000);
      return [...document.body.children].map((el) => aria.descriptionOf(el, aria.nameOf(el, cache), cache));
    });
    expect(described).toEqual(['help', 'tip', '', 'Go', 'more', '', 'Next']);
  });
});
