import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResult, OptionInfo, PageFind, QueryOk } from '../../src/contract.ts';
import { type Engine, openEngine, type TestPage, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const refOf = async (page: TestPage, css: string): Promise<string> => {
  const found = await page.json<PageFind>('page', 'find', { by: 'css', value: css, hidden: true });
  return found.elements[0]?.ref as string;
};

/** The answer to one query about the first element that matches. */
const ask = async (html: string, css: string, kind: string, payload?: unknown): Promise<QueryOk> =>
  withPage(engine, `<!doctype html><body>${html}`, async (page) =>
    page.json<QueryOk>('query', await refOf(page, css), kind, payload),
  );

const FORM = `<form>
  <label>Email <input id=email name=email type=email required placeholder=you@x.org value=a@b.c></label>
  <label>Password <input id=pw type=password value=hunter2></label>
  <input id=token type=hidden name=csrf value=s3cr3t>
  <label><input id=agree type=checkbox checked> I agree</label>
  <label>Size <select id=size name=size>
    <option value=s>Small<option value=m selected>Medium<option value=l disabled>Large
  </select></label>
  <textarea id=notes readonly>Some words</textarea>
  <button id=send disabled aria-describedby=why>Send</button><p id=why>Fill it in first</p>
</form>`;

const answers: [css: string, kind: string, value: unknown][] = [
  ['#email', 'value', 'a@b.c'],
  ['#pw', 'value', '••'],
  ['#token', 'value', ''],
  ['#size', 'value', 'Medium'],
  ['#why', 'text', 'Fill it in first'],
  ['#why', 'html', 'Fill it in first'],
  ['#why', 'outerHTML', '<p id="why">Fill it in first</p>'],
  ['#pw', 'outerHTML', '<input id="pw" type="password" value="••">'],
  ['#pw', 'attrs', { id: 'pw', type: 'password', value: '••' }],
  ['#token', 'attrs', { id: 'token', type: 'hidden', name: 'csrf' }],
  ['#email', 'xpath', '//*[@id="email"]'],
  ['#email', 'selector', '#email'],
  ['#email', 'isEnabled', true],
  ['#email', 'isEditable', true],
  ['#email', 'isVisible', true],
  ['#send', 'isEnabled', false],
  ['#notes', 'isEditable', false],
  ['#token', 'isVisible', false],
  ['#agree', 'isChecked', true],
  ['#send', 'describe', { tag: 'button', role: 'button', name: 'Send', description: 'Fill it in first' }],
  ['#email', 'describe', { role: 'textbox', name: 'Email', type: 'email', required: true, value: 'a@b.c' }],
];

describe('a query', () => {
  it.each(answers)('of %s for %s', async (css, kind, value) => {
    const answer = await ask(FORM, css, kind);
    expect(answer).toMatchObject({ ok: true, type: 'query', kind });
    if (kind === 'describe') expect(answer.value).toMatchObject(value as object);
    else expect(answer.value).toEqual(value);
  });

  it('counts below the element, shadow roots included', async () => {
    expect((await ask(FORM, 'form', 'count', { selector: 'option' })).value).toBe(3);
    const shadow = '<div id=host><template shadowrootmode=open><b>1</b></template></div>';
    const script = `<script>
      const host = document.getElementById('host');
      if (!host.shadowRoot) host.attachShadow({ mode: 'open' }).innerHTML = '<b>1</b>';
    </script>`;
    expect((await ask(shadow + script, '#host', 'count', 'b')).value).toBe(1);
  });

  it('lists the options of a native select', async () => {
    const { value } = await ask(FORM, '#size', 'options');
    expect((value as OptionInfo[]).map(({ ref: _, ...rest }) => rest)).toEqual([
      { label: 'Small', value: 's' },
      { label: 'Medium', value: 'm', selected: true },
      { label: 'Large', value: 'l', disabled: true },
    ]);
  });

  it('lists the options of an ARIA combobox in the list that it controls', async () => {
    const html = `<div role=combobox aria-controls=list aria-expanded=true tabindex=0>Fruit</div>
      <ul id=list role=listbox><li role=option aria-selected=true>Apple<li role=option aria-disabled=true>Pear</ul>`;
    const { value } = await ask(html, '[role=combobox]', 'options');
    expect(value).toMatchObject([
      { label: 'Apple', selected: true },
      { label: 'Pear', disabled: true },
    ]);
  });

  it('does not tell the selected option of a secret select', async () => {
    const html = '<select autocomplete=cc-exp-month id=m><option>01<option selected>02</select>';
    const { value } = await ask(html, '#m', 'options');
    expect(JSON.stringify(value)).not.toContain('selected');
    expect((await ask(html, '#m', 'outerHTML')).value).not.toContain('selected');
  });

  it('never tells a secret, for any kind of query', async () => {
    const html = `<textarea name=passphrase>topsecret</textarea><input type=password value=topsecret>
      <input name=cvc value=topsecret><input type=hidden value=topsecret>
      <select name=card_number><option selected value=1>topsecret<option>other</select>`;
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      const all = await page.json<PageFind>('page', 'find', {
        by: 'css',
        value: 'body, input, textarea, select',
        hidden: true,
      });
      expect(all.total).toBe(6);
      const kinds = (await page.json<ErrorResult>('query', 'e1', '?')).error.valid ?? [];
      const texts: string[] = [JSON.stringify(all)];
      for (const { ref } of all.elements)
        for (const kind of kinds) {
          const payload = kind === 'count' ? 'x' : undefined;
          if (kind !== 'options') texts.push(JSON.stringify(await page.json('query', ref, kind, payload)));
        }
      // The labels of options are no secret, only which one is selected.
      const shown = texts.map((text) => text.replace(/<option[^>]*>topsecret/g, '<option>'));
      expect(shown.filter((text) => text.includes('topsecret'))).toEqual([]);
      const { elements } = await page.json<PageFind>('page', 'find', {
        by: 'css',
        value: 'option',
        hidden: true,
      });
      for (const kind of ['outerHTML', 'attrs', 'describe'])
        expect(JSON.stringify(await page.json('query', elements[0]?.ref, kind))).not.toContain('selected');
    });
  });

  it('gives named styles, or a useful set', async () => {
    const html = '<p id=p style="display:flex;color:rgb(1, 2, 3)">x</p>';
    expect((await ask(html, '#p', 'styles', ['display', 'color'])).value).toEqual({
      display: 'flex',
      color: 'rgb(1, 2, 3)',
    });
    expect((await ask(html, '#p', 'styles')).value).toMatchObject({ display: 'flex' });
  });

  it('gives a selector that finds only this element', async () => {
    const html = `<div class=a><ul><li>1<li>2</ul></div><div class=a><ul><li>3<li id="7 x">4</ul></div>
      <i data-testid=t>5</i><input name=q>`;
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      const all = await page.json<PageFind>('page', 'find', { by: 'css', value: 'body *', hidden: true });
      expect(all.total).toBe(10);
      for (const { ref } of all.elements) {
        const { value } = await page.json<QueryOk>('query', ref, 'selector');
        const again = await page.json<PageFind>('page', 'find', { by: 'css', value, hidden: true });
        expect([value, again.elements.map((el) => el.ref)]).toEqual([value, [ref]]);
        const { value: xpath } = await page.json<QueryOk>('query', ref, 'xpath');
        expect(xpath).toMatch(/^\//);
      }
    });
  });

  it('tells an SVG element from an HTML element of the same name', async () => {
    const html = '<svg width=9 height=9><g id=g><rect width=9 height=9 onclick="1"></rect></g></svg>';
    await withPage(engine, `<!doctype html><body>${html}`, async (page) => {
      await page.evaluate(
        "(() => { const g = document.getElementById('g'); g.prepend(document.createElement('rect')); g.removeAttribute('id'); })()",
      );
      const { elements } = await page.json<PageFind>('page', 'find', {
        by: 'css',
        value: 'rect',
        hidden: true,
      });
      for (const { ref } of elements) {
        const { value } = await page.json<QueryOk>('query', ref, 'selector');
        const again = await page.json<PageFind>('page', 'find', { by: 'css', value, hidden: true });
        expect([value, again.elements.map((el) => el.ref)]).toEqual([value, [ref]]);
        const { value: xpath } = await page.json<QueryOk>('query', ref, 'xpath');
        // Only browsers implement XPath completely.
        if (engine.hasLayout) {
          const isFound = `document.evaluate(${JSON.stringify(xpath)}, document, null, 9, null).singleNodeValue === document.querySelector(${JSON.stringify(value)})`;
          expect([xpath, await page.evaluate(isFound)]).toEqual([xpath, true]);
        }
      }
      expect(elements).toHaveLength(2);
    });
  });

  it('cuts strings at limitChars and says so', async () => {
    const html = `<p id=p data-x=${'y'.repeat(50)}>${'x'.repeat(5000)}</p>`;
    expect(await ask(html, '#p', 'outerHTML')).toMatchObject({ truncated: true });
    expect((await ask(html, '#p', 'html', 10)).value).toBe(`${'x'.repeat(9)}…`);
    const attrs = await ask(html, '#p', 'attrs', { limitChars: 10 });
    expect(attrs).toMatchObject({ value: { 'data-x': 'yyyyyyyyy…' }, truncated: true });
  });

  const long = 'One lamp, two lamps, and so on. '.repeat(9).trim();
  const cutKinds: [kind: string, whole: string][] = [
    ['text', long],
    ['attrs', long],
    ['outerHTML', `<p id="p" data-x="${long}">${long}</p>`],
  ];
  it.each(cutKinds)('goes on with `after` where %s was cut', async (kind, whole) => {
    await withPage(engine, `<p id=p data-x="${long}">${long}</p>`, async (page) => {
      const ref = await refOf(page, '#p');
      let read = '';
      for (let after: number | undefined = 0; after !== undefined; ) {
        const answer: QueryOk = await page.json('query', ref, kind, { limitChars: 50, after });
        const value = kind === 'attrs' ? (answer.value as Record<string, string>)['data-x'] : answer.value;
        expect(answer.truncated).toBe(answer.after === undefined ? undefined : true);
        read += (value as string).replace(/…$/, '');
        after = answer.after;
      }
      expect(read).toBe(whole);
    });
  });

  it('answers for an element with an attribute named error', async () => {
    expect(await ask('<p id=p error=no>', '#p', 'attrs')).toMatchObject({ ok: true, value: { error: 'no' } });
  });

  const refused: [css: string, kind: string, payload: unknown, code: string, words: RegExp][] = [
    ['#why', 'isChecked', undefined, 'not_checkable', /can't be checked/],
    ['#why', 'options', undefined, 'not_selectable', /no options now/],
    ['#why', 'count', undefined, 'invalid_argument', /selector is missing\. count takes \{selector: string/],
    ['#why', 'count', { selector: '??' }, 'invalid_argument', /is no CSS selector/],
    [
      '#why',
      'text',
      { limitChars: 0 },
      'invalid_argument',
      /limitChars is of the wrong type\. text takes \{limitChars: number from 1, after/,
    ],
    ['#why', 'text', { limit: 5 }, 'invalid_argument', /There is no "limit"\. text takes \{limitChars/],
    ['#why', 'colour', undefined, 'unsupported_kind', /There is no query "colour". Valid: text, value/],
  ];
  it.each(refused)('of %s for %s with %j is refused', async (css, kind, payload, code, words) => {
    const { error } = (await ask(FORM, css, kind, payload)) as unknown as ErrorResult;
    expect(error.code).toBe(code);
    expect(error.message).toMatch(words);
  });
});
