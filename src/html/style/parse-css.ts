import { conditionOf } from './condition.ts';
import { behind, splitAt } from './split-at.ts';

/** One selector with what its rule declares of the properties that are looked at. */
export interface StyleRule {
  selector: string;
  /** Property in lower case, value, whether it is `!important`; as written, in order. */
  declarations: readonly Declaration[];
  /** Place of its layer, of the layer in that, ...; greater ones win (https://www.w3.org/TR/css-cascade-5/#layer-ordering). */
  layer: readonly number[];
}

export type Declaration = readonly [property: string, value: string, isImportant: boolean];

/** What of the page's style says whether and how text is shown. */
const PROPERTIES =
  /^(?:display|visibility|opacity|position|overflow(?:-[xy])?|cursor|font-size|float|direction|white-space|content-visibility|pointer-events|text-transform|clip|clip-path)$/;

/** Longest selector that is matched; longer ones are no page's own. */
const LONGEST_SELECTOR = 1000;

/** Text without comments. Quadratic for none: each character is passed once. */
const withoutComments = (css: string): string => {
  let [text, from] = ['', 0];
  for (let at = css.indexOf('/*'); at !== -1; at = css.indexOf('/*', from)) {
    const end = css.indexOf('*/', at + 2);
    text += css.slice(from, at);
    if (end === -1) return text;
    from = end + 2;
  }
  return text + css.slice(from);
};

const normalized = (property: string, value: string): string => {
  if (property === 'opacity') {
    const number = Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1);
    return Number.isNaN(number) ? '1' : String(Math.min(1, Math.max(0, number)));
  }
  if (property === 'font-size' && Number.parseFloat(value) === 0) return '0px';
  return value;
};

const ANIMATION = /^(?:-webkit-)?animation(?:-name)?\s*:(?!\s*none\b)/i;

/** Longer conditions are no page's own. */
const LONGEST_CONDITION = 2000;

const isSupported = (condition: string): boolean =>
  condition.length <= LONGEST_CONDITION && conditionOf(condition.toLowerCase(), () => true) === true;

/** The declarations of a block or of a `style` attribute that are looked at. */
export const parseDeclarations = (block: string): Declaration[] => {
  const found: Declaration[] = [];
  const parts = splitAt(block, /;/y);
  const isAnimated = parts.some((part) => ANIMATION.test(part));
  for (const part of parts) {
    const colon = part.indexOf(':');
    const property = part.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!PROPERTIES.test(property)) continue;
    const written = part.slice(colon + 1).trim();
    const value = written
      .replace(/!\s*important$/i, '')
      .trim()
      .toLowerCase();
    // What a variable comes to is not looked up.
    if (value === '' || value.includes('var(')) continue;
    const isImportant = value.length < written.length;
    const meant = normalized(property, value);
    // What is animated begins so, and fades in.
    if (isAnimated && property === 'opacity' && meant === '0') continue;
    found.push([property, meant, isImportant]);
    if (property !== 'overflow') continue;
    const [x = value, y = x] = value.split(/\s+/);
    found.push(['overflow-x', x, isImportant], ['overflow-y', y, isImportant]);
  }
  return found;
};

/** Deeper layers are one with those that they stand in. */
const MOST_LAYERS = 10;

/** `:scope` and the elements of a scope as selectors (https://www.w3.org/TR/css-cascade-6/#scoped-styles). */
interface Scope {
  root: string;
  within: string;
}

const scopeOf = (prelude: string): Scope | undefined => {
  if (prelude.length > LONGEST_SELECTOR) return undefined;
  const [, root, limit] = /^@scope\s*\((.+?)\)(?:\s*to\s*\((.+)\))?$/is.exec(prelude) ?? [];
  if (root === undefined) return undefined;
  const ends = limit === undefined ? '' : `:not(:is(${root}) :is(${limit}, :is(${limit}) *))`;
  return { root: `:is(${root})`, within: `:where(:is(${root}, :is(${root}) *)${ends})` };
};

const inScope = (selector: string, scope: Scope | undefined): string =>
  scope ? selector.replace(/:scope\b/gi, () => scope.root) + scope.within : selector;

/** What an open block is: a group that counts, one that does not, or a rule with what stands before nested ones. */
interface Block {
  kind: 'group' | 'ignored' | 'rule';
  selectors: string;
  own: string;
  layer: readonly string[];
  scope?: Scope | undefined;
}

/** Of a document's layers, in the order in which they are first named. */
export class LayerOrder {
  readonly #places = new Map<string, number>();

  /** What is in no layer wins over what is in one, and so in each layer. */
  of(layer: readonly string[]): number[] {
    let name = '';
    const path = layer.map((own) => {
      name += `.${own}`;
      const place = this.#places.get(name) ?? this.#places.size;
      this.#places.set(name, place);
      return place;
    });
    return [...path, Number.POSITIVE_INFINITY];
  }

  nameless(): string {
    return ` ${this.#places.size}`;
  }
}

const layersIn = (names: string, above: readonly string[]): string[][] =>
  splitAt(names, /,/y).map((name) => [...above, ...name.split('.', MOST_LAYERS)].slice(0, MOST_LAYERS));

/**
 * The rules of a style sheet that show or hide, in order. `isMedia` says whether a media query holds. Rules that are
 * nested in a rule are left out. Never throws: what can't be read is passed over.
 */
export function* parseCss(
  css: string,
  isMedia: (query: string) => boolean,
  layers = new LayerOrder(),
): Generator<StyleRule> {
  const text = withoutComments(css);
  const open: Block[] = [];
  const blockOf = (prelude: string): Block => {
    const top = open[open.length - 1];
    const { layer, scope } = top ?? { layer: [] };
    const block: Block = { kind: 'ignored', selectors: prelude, own: '', layer, scope };
    if (top && top.kind !== 'group') return block;
    const [, name, rest = ''] = /^@([\w-]+)(.*)$/s.exec(prelude) ?? [];
    const condition = rest.trim();
    switch (name?.toLowerCase()) {
      case undefined:
        return prelude.startsWith('@') ? block : { ...block, kind: 'rule' };
      case 'media':
        return { ...block, kind: isMedia(condition) ? 'group' : 'ignored' };
      case 'supports':
        // A browser of today supports what a page asks for.
        return { ...block, kind: isSupported(condition) ? 'group' : 'ignored' };
      case 'layer': {
        const [own = layer] = layersIn(condition || layers.nameless(), layer);
        layers.of(own);
        return { ...block, kind: 'group', layer: own };
      }
      case 'scope': {
        const own = scope ? undefined : scopeOf(prelude);
        return own ? { ...block, kind: 'group', scope: own } : block;
      }
      default:
        return block;
    }
  };
  let start = 0;
  for (let i = 0; i < text.length; ) {
    const char = text[i];
    const top = open[open.length - 1];
    if (char === '{') {
      // https://www.w3.org/TR/css-syntax-3/#cdo-token-diagram
      open.push(
        blockOf(
          text
            .slice(start, i)
            .replace(/^(?:\s|<!--|-->)+/, '')
            .trim(),
        ),
      );
      start = i + 1;
    } else if (char === '}' && top) {
      if (top.kind === 'rule') {
        const declarations = parseDeclarations(top.own + text.slice(start, i));
        const layer = layers.of(top.layer);
        if (declarations.length > 0)
          for (const written of splitAt(top.selectors, /,/y)) {
            if (written.length > LONGEST_SELECTOR) continue;
            const selector = inScope(written, top.scope);
            if (selector.length <= LONGEST_SELECTOR) yield { selector, declarations, layer };
          }
      }
      open.pop();
      start = i + 1;
    } else if (char === ';') {
      const statement = text.slice(start, i);
      if (top?.kind === 'rule') top.own += `${statement};`;
      else if (top?.kind !== 'ignored' && /^\s*@layer\s/i.test(statement))
        for (const layer of layersIn(statement.trim().slice(6), top?.layer ?? [])) layers.of(layer);
      start = i + 1;
    }
    i = behind(text, i);
  }
}
