import { attr, baseOf, documentOf, prop } from '../dom/read.ts';
import type { Shown, Visitor } from '../snapshot/visit-shown.ts';

/** https://html.spec.whatwg.org/#void-elements */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** Attributes that are not written: event handlers, styles, `nonce`, `integrity`, and marks of this script. */
const OMITTED_ATTRIBUTE = /^(?:on|style$|nonce$|integrity$|data-agent)/;

const ADDRESS = /^(?:href|src|poster|cite|action|data)$/;

const escaped = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\u00a0/g, '&nbsp;');

const quoted = (value: string): string => `"${escaped(value).replace(/"/g, '&quot;')}"`;

const wholeAddress = (written: string, el: Element): string => {
  const address = written.trim();
  if (address === '') return address;
  try {
    return new URL(address, baseOf(documentOf(el))).href;
  } catch {
    return address;
  }
};

const wholeSet = (written: string, el: Element): string =>
  written.replace(/(^|,\s*)([^\s,]\S*)/g, (_, before, address) => before + wholeAddress(address, el));

/** Writes what a page shows as HTML without scripts, styles and hidden elements: a visitor of `visitShown`. */
export class HtmlWriter implements Visitor {
  readonly isVerbatim = true;
  private html = '';

  constructor(private readonly excluded: ReadonlySet<Element>) {}

  toText(): string {
    return this.html;
  }

  title(text: string): void {
    this.html += `<h1>${escaped(text)}</h1>\n`;
  }

  text(data: string): void {
    this.html += escaped(data);
  }

  enter({ el, tag, isShown }: Shown): boolean {
    if (this.excluded.has(el)) return false;
    if (tag === 'body') return true;
    const isVoid = VOID.test(tag);
    if (isVoid && !isShown) return false;
    this.html += `<${tag}${this.attributesOf(el)}>`;
    return !isVoid;
  }

  leave({ tag }: Shown): void {
    if (tag !== 'body') this.html += `</${tag}>`;
  }

  private attributesOf(el: Element): string {
    let text = '';
    for (const { name } of Array.from(prop(el, 'attributes'))) {
      const lower = name.toLowerCase();
      if (OMITTED_ATTRIBUTE.test(lower) || !/^[^\s"'<>/=]+$/.test(lower)) continue;
      const value = attr(el, name) || '';
      if (/^\s*javascript:/i.test(value)) continue;
      const whole = ADDRESS.test(lower)
        ? wholeAddress(value, el)
        : lower === 'srcset'
          ? wholeSet(value, el)
          : value;
      text += whole === '' ? ` ${lower}` : ` ${lower}=${quoted(whole)}`;
    }
    return text;
  }
}
