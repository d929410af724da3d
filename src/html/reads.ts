/**
 * Properties of elements, as HTML defines them for a document without user input
 * (https://html.spec.whatwg.org/#reflecting-content-attributes-in-idl-attributes). DOM implementations lack some of them,
 * and resolve URLs against another address than the document's.
 */

/** The part of the window that is used. */
interface View {
  document: Document;
  location: { href: string; origin: string };
}

type Read<N> = (node: N, view: View) => unknown;

const INPUT_TYPES =
  /^(?:hidden|text|search|tel|url|email|password|date|month|week|time|datetime-local|number|range|color|checkbox|radio|file|submit|image|reset|button)$/;

const tagOf = (el: Element): string => el.localName.toLowerCase();

const has =
  (name: string): Read<Element> =>
  (el) =>
    el.hasAttribute(name);

const all = (el: Element, selector: string): Element[] => Array.from(el.querySelectorAll(selector));

/** The children of an element with these tags. */
const childrenOf = (el: Element, tags: RegExp): Element[] =>
  Array.from(el.children).filter((child) => tags.test(tagOf(child)));

const tableSections = (table: Element): Element[] => childrenOf(table, /^(?:thead|tbody|tfoot)$/);

const rowsOf: Read<Element> = (el) => {
  if (tagOf(el) !== 'table') return childrenOf(el, /^tr$/);
  const of = (tag: RegExp): Element[] => childrenOf(el, tag).flatMap((part) => childrenOf(part, /^tr$/));
  const body = Array.from(el.children).flatMap((child) =>
    tagOf(child) === 'tr' ? [child] : tagOf(child) === 'tbody' ? childrenOf(child, /^tr$/) : [],
  );
  return [...of(/^thead$/), ...body, ...of(/^tfoot$/)];
};

const firstOf =
  (tags: RegExp): Read<Element> =>
  (el) =>
    childrenOf(el, tags)[0] ?? null;

const optionsOf = (select: Element): Element[] => all(select, 'option');

const isDisabledOption = (option: Element): boolean =>
  option.hasAttribute('disabled') || option.closest('optgroup')?.hasAttribute('disabled') === true;

const selectedOf = (select: Element): Element[] => {
  const options = optionsOf(select);
  const chosen = options.filter((option) => option.hasAttribute('selected'));
  if (select.hasAttribute('multiple')) return chosen;
  const last = chosen[chosen.length - 1];
  if (last) return [last];
  const isList = Number(select.getAttribute('size')) > 1;
  const first = isList ? undefined : (options.find((option) => !isDisabledOption(option)) ?? options[0]);
  return first ? [first] : [];
};

const collapsed = (text: string | null): string => (text ?? '').replace(/[\t\n\f\r ]+/g, ' ').trim();

const numberOf = (el: Element, name: string, fallback: number): number => {
  const number = Number.parseFloat(el.getAttribute(name) ?? '');
  return Number.isFinite(number) ? number : fallback;
};

const rangeValue = (el: Element): string => {
  const [min, max] = [numberOf(el, 'min', 0), numberOf(el, 'max', 100)];
  const middle = max < min ? min : min + (max - min) / 2;
  return String(Math.max(min, Math.min(Math.max(min, max), numberOf(el, 'value', middle))));
};

const typeOf = (el: Element): string => {
  const type = el.getAttribute('type')?.toLowerCase() ?? '';
  const tag = tagOf(el);
  if (tag === 'input') return INPUT_TYPES.test(type) ? type : 'text';
  if (tag === 'button') return /^(?:reset|button)$/.test(type) ? type : 'submit';
  if (tag === 'select') return el.hasAttribute('multiple') ? 'select-multiple' : 'select-one';
  return tag === 'textarea' ? 'textarea' : (el.getAttribute('type') ?? '');
};

const VALUES: Readonly<Record<string, (el: Element) => unknown>> = {
  input: (el) => {
    const type = typeOf(el);
    if (type === 'file') return '';
    if (type === 'range') return rangeValue(el);
    const value = el.getAttribute('value');
    if (type === 'checkbox' || type === 'radio') return value ?? 'on';
    if (type === 'color') return /^#[\da-f]{6}$/i.test(value ?? '') ? value?.toLowerCase() : '#000000';
    if (type === 'number') return Number.isFinite(Number.parseFloat(value ?? '')) ? value : '';
    return /^(?:hidden|submit|button|reset|image)$/.test(type)
      ? (value ?? '')
      : (value ?? '').replace(/[\r\n]/g, '');
  },
  textarea: (el) => (el.textContent ?? '').replace(/\r\n?/g, '\n'),
  select: (el) => {
    const [first] = selectedOf(el);
    return first ? elementValue(first) : '';
  },
  option: (el) => el.getAttribute('value') ?? collapsed(el.textContent),
  meter: (el) => {
    const [min, max] = [numberOf(el, 'min', 0), numberOf(el, 'max', 1)];
    return Math.max(min, Math.min(Math.max(min, max), numberOf(el, 'value', 0)));
  },
  progress: (el) => Math.max(0, Math.min(numberOf(el, 'max', 1), numberOf(el, 'value', 0))),
  li: (el) => Math.trunc(numberOf(el, 'value', 0)),
};

const elementValue = (el: Element): unknown => VALUES[tagOf(el)]?.(el) ?? el.getAttribute('value') ?? '';

const LABELABLE = 'button, input:not([type="hidden" i]), meter, output, progress, select, textarea';

const controlOf: Read<Element> = (label) => {
  const id = label.getAttribute('for');
  if (id === null) return label.querySelector(LABELABLE);
  const root = label.getRootNode() as Document;
  const found = id === '' ? null : (root.getElementById?.(id) ?? null);
  return found?.matches(LABELABLE) ? found : null;
};

const isEditable: Read<Element> = (el) => {
  const host = el.closest('[contenteditable]');
  return host !== null && host.getAttribute('contenteditable')?.toLowerCase() !== 'false';
};

const FOCUSABLE =
  'a[href], area[href], button, input:not([type="hidden" i]), select, textarea, iframe, summary';

const tabIndexOf: Read<Element> = (el, view) => {
  const written = Number.parseInt(el.getAttribute('tabindex') ?? '', 10);
  if (!Number.isNaN(written)) return written;
  return el.matches(FOCUSABLE) || (isEditable(el, view) && el.hasAttribute('contenteditable')) ? 0 : -1;
};

const bases = new WeakMap<View, string>();

/** The base URL: the first `<base href>`, or the document's URL. Read once. */
const baseOf = (view: View): string => {
  let base = bases.get(view);
  if (base === undefined) {
    const { document, location } = view;
    const written = document.querySelector('base[href]')?.getAttribute('href') ?? undefined;
    const found = written === undefined ? location.href : resolved(written, location.href);
    // https://html.spec.whatwg.org/#set-the-frozen-base-url
    base = /^(?:data|javascript):/i.test(found) || !URL.canParse(found) ? location.href : found;
    bases.set(view, base);
  }
  return base;
};

const resolved = (address: string, base: string): string => {
  try {
    return new URL(address, base).href;
  } catch {
    return address;
  }
};

const address =
  (name: string): Read<Element> =>
  (el, view) => {
    const written = el.getAttribute(name);
    return written === null ? '' : resolved(written, baseOf(view));
  };

/** Properties that never come from the DOM, which uses its window's URL, may load frames and parses style sheets. */
const OVERRIDES: Readonly<Record<string, Read<never>>> = {
  baseURI: (_, view) => baseOf(view),
  contentDocument: () => null,
  defaultView: (_, view) => view,
  href: address('href'),
  readyState: () => 'complete',
  src: address('src'),
  styleSheets: () => [],
  control: controlOf,
  selectedOptions: selectedOf,
  value: elementValue,
  type: typeOf,
  // Without user input there is nothing to validate.
  validationMessage: () => '',
  willValidate: () => false,
} as Readonly<Record<string, Read<never>>>;

/** Properties for a DOM that does not have them. */
const FALLBACKS: Readonly<Record<string, Read<never>>> = {
  activeElement: (_, { document }) => document.body,
  caption: firstOf(/^caption$/),
  cells: ((el: Element) => childrenOf(el, /^t[dh]$/)) as Read<never>,
  checked: has('checked'),
  children: ((el: Element) =>
    Array.from(el.childNodes).filter(({ nodeType }) => nodeType === 1)) as Read<never>,
  clientHeight: () => 0,
  clientWidth: () => 0,
  disabled: has('disabled'),
  files: () => null,
  hidden: () => false,
  isContentEditable: isEditable,
  label: ((el: Element) => el.getAttribute('label') ?? collapsed(el.textContent)) as Read<never>,
  list: ((el: Element) => {
    const id = el.getAttribute('list');
    return id ? ((el.getRootNode() as Document).getElementById?.(id) ?? null) : null;
  }) as Read<never>,
  multiple: has('multiple'),
  offsetHeight: () => 0,
  offsetParent: () => null,
  offsetWidth: () => 0,
  open: has('open'),
  options: optionsOf as Read<never>,
  paused: () => true,
  readOnly: has('readonly'),
  required: has('required'),
  rows: rowsOf as Read<never>,
  scrollHeight: () => 0,
  scrollLeft: () => 0,
  scrollTop: () => 0,
  scrollWidth: () => 0,
  selected: ((el: Element) => {
    const select = el.closest('select');
    return select ? selectedOf(select).includes(el) : el.hasAttribute('selected');
  }) as Read<never>,
  size: ((el: Element) => Math.trunc(numberOf(el, 'size', 0))) as Read<never>,
  tBodies: ((el: Element) => tableSections(el).filter((part) => tagOf(part) === 'tbody')) as Read<never>,
  tFoot: firstOf(/^tfoot$/),
  tHead: firstOf(/^thead$/),
  tabIndex: tabIndexOf,
  text: ((el: Element) => collapsed(el.textContent)) as Read<never>,
} as Readonly<Record<string, Read<never>>>;

/** Properties of documents that linkedom computes on the assumption that a head comes first, before a body. */
const DOCUMENT_OVERRIDES: Readonly<Record<string, (document: Document) => unknown>> = {
  body: (document) => childrenOf(document.documentElement, /^body$/)[0] ?? null,
  title: (document) => collapsed(document.querySelector('title:not(svg title)')?.textContent ?? ''),
};

/**
 * `Reflect` for the script, which reads all properties of nodes by `Reflect.get(prototype, key, node)`: properties that
 * the DOM lacks or can't know are computed here.
 *
 * @param hasOwnMembers whether properties are read from the nodes, not from their class
 */
export const readerOf = (view: View, hasOwnMembers: boolean): typeof Reflect => {
  const get = (target: object, key: PropertyKey, ...receiver: unknown[]): unknown => {
    const node = receiver[0] as never;
    if (receiver.length === 0 || typeof key !== 'string') return Reflect.get(target, key, ...receiver);
    const own = Object.hasOwn(OVERRIDES, key) ? OVERRIDES[key] : undefined;
    if (own) return own(node, view);
    if (hasOwnMembers && (node as Node).nodeType === 9 && Object.hasOwn(DOCUMENT_OVERRIDES, key))
      return DOCUMENT_OVERRIDES[key]?.(node);
    const known = hasOwnMembers ? (node as Record<string, unknown>)[key] : Reflect.get(target, key, node);
    if (known !== undefined || !Object.hasOwn(FALLBACKS, key)) return known;
    return (FALLBACKS[key] as Read<never>)(node, view);
  };
  const functions = Object.fromEntries(
    Object.getOwnPropertyNames(Reflect).map((name) => [name, Reflect[name as keyof typeof Reflect]]),
  );
  return { ...functions, get } as typeof Reflect;
};
