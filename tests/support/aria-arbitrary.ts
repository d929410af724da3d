import fc from 'fast-check';

/** Generated pages for differential tests: any nesting of tags, roles, attributes and styles, built by script. */

export interface Shape {
  tag: string;
  attrs: Record<string, string>;
  children: (Shape | string)[];
}

const TAGS =
  'div span a button h2 p ul li nav main section article aside header footer form label input select option textarea img table tr td th fieldset legend details summary figure em b sup dl dt dd svg br slot iframe output q x-y'.split(
    ' ',
  );
const ROLES =
  'button link checkbox heading img group list listitem none presentation region tab row cell grid gridcell textbox combobox listbox option dialog article tooltip switch slider bogus'.split(
    ' ',
  );
const STYLES =
  'display:block;display:inline-block;display:none;visibility:hidden;visibility:visible;display:flex;display:contents;text-transform:uppercase'.split(
    ';',
  );
const WORDS = ['one', 'two words', ' lead', 'trail ', ' ', 'ünï', 'a\nb'];
const IDS = ['i1', 'i2', 'i3', 'i1 i2', 'i9'];

const attrs = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.tuple(fc.constant('role'), fc.constantFrom(...ROLES)) },
      { weight: 2, arbitrary: fc.tuple(fc.constant('aria-label'), fc.constantFrom('label', ' ', '')) },
      { weight: 2, arbitrary: fc.tuple(fc.constant('aria-labelledby'), fc.constantFrom(...IDS)) },
      { weight: 2, arbitrary: fc.tuple(fc.constant('title'), fc.constantFrom('tip', '')) },
      { weight: 2, arbitrary: fc.tuple(fc.constant('id'), fc.constantFrom('i1', 'i2', 'i3')) },
      { weight: 2, arbitrary: fc.tuple(fc.constant('style'), fc.constantFrom(...STYLES)) },
      fc.tuple(fc.constant('aria-hidden'), fc.constantFrom('true', 'false')),
      fc.tuple(fc.constant('hidden'), fc.constant('')),
      fc.tuple(fc.constant('href'), fc.constant('#x')),
      fc.tuple(fc.constant('alt'), fc.constantFrom('picture', '')),
      fc.tuple(fc.constant('for'), fc.constantFrom('i1', 'i2', 'i3')),
      fc.tuple(fc.constant('tabindex'), fc.constantFrom('0', '-1')),
      fc.tuple(
        fc.constant('type'),
        fc.constantFrom(
          'text',
          'checkbox',
          'radio',
          'submit',
          'button',
          'range',
          'number',
          'search',
          'image',
        ),
      ),
      fc.tuple(fc.constant('value'), fc.constantFrom('7', 'val')),
      fc.tuple(fc.constant('placeholder'), fc.constant('hint')),
      fc.tuple(fc.constant('open'), fc.constant('')),
      fc.tuple(fc.constant('scope'), fc.constantFrom('row', 'col')),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => Object.fromEntries(pairs));

export const shapes: fc.Arbitrary<Shape> = fc.letrec<{ node: Shape; child: Shape | string }>((tie) => ({
  node: fc.record({
    tag: fc.constantFrom(...TAGS),
    attrs,
    children: fc.array(tie('child'), { maxLength: 4 }),
  }),
  child: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom(...WORDS),
    tie('node'),
    tie('node'),
  ),
})).node;

/** Builds the shapes in the body, in place of its content. Runs in the page. */
export const buildInPage = (shapes: Shape[]): void => {
  const SVG = 'http://www.w3.org/2000/svg';
  const VOID = /^(?:input|img|br|iframe|textarea|svg)$/;
  const make = (shape: Shape): Element => {
    const el = shape.tag === 'svg' ? document.createElementNS(SVG, 'svg') : document.createElement(shape.tag);
    for (const name of Object.keys(shape.attrs)) el.setAttribute(name, shape.attrs[name] ?? '');
    if (VOID.test(shape.tag)) return el;
    for (const child of shape.children) el.append(typeof child === 'string' ? child : make(child));
    return el;
  };
  document.body.replaceChildren(...shapes.map(make));
};
