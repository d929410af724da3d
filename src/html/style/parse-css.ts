import { conditionOf } from './condition.ts';
import { endOfToken, splitAt } from './split-at.ts';

/** A selector with the declarations of its rule that are used. */
export interface StyleRule {
  selector: string;
  /** The declarations in source order. */
  declarations: readonly Declaration[];
  /** The order of its layer, then of the nested layer, …; greater ones win (https://www.w3.org/TR/css-cascade-5/#layer-ordering). */
  layer: readonly number[];
}

export type Declaration = readonly [property: string, value: string, isImportant: boolean];

/** The properties that affect whether and how text is shown. */
const PROPERTIES =
  /^(?:display|visibility|opacity|position|overflow(?:-[xy])?|cursor|font-size|float|direction|white-space|content-visibility|pointer-events|text-transform|clip|clip-path)$/;

/** Longer selectors are ignored: real pages have none. */
const MAX_SELECTOR_CHARS = 1000;

/** CSS without comments, in linear time also for hostile input. */
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

/** Longer conditions are ignored: real pages have none. */
const MAX_CONDITION_CHARS = 2000;

const isSupported = (condition: string): boolean =>
  condition.length <= MAX_CONDITION_CHARS && conditionOf(condition.toLowerCase(), () => true) === true;

/** The declarations of a block or a `style` attribute that are used. */
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
    // Variables are not resolved.
    if (value === '' || value.includes('var(')) continue;
    const isImportant = value.length < written.length;
    const normalizedValue = normalized(property, value);
    // An animated element with opacity 0 is taken to fade in.
    if (isAnimated && property === 'opacity' && normalizedValue === '0') continue;
    found.push([property, normalizedValue, isImportant]);
    if (property !== 'overflow') continue;
    const [x = value, y = x] = value.split(/\s+/);
    found.push(['overflow-x', x, isImportant], ['overflow-y', y, isImportant]);
  }
  return found;
};

/** Deeper layers count as the layer that contains them. */
const MAX_LAYER_DEPTH = 10;

/** Selectors of the root and of the elements of an `@scope` (https://www.w3.org/TR/css-cascade-6/#scoped-styles). */
interface Scope {
  root: string;
  within: string;
}

const scopeOf = (prelude: string): Scope | undefined => {
  if (prelude.length > MAX_SELECTOR_CHARS) return undefined;
  const [, root, limit] = /^@scope\s*\((.+?)\)(?:\s*to\s*\((.+)\))?$/is.exec(prelude) ?? [];
  if (root === undefined) return undefined;
  const ends = limit === undefined ? '' : `:not(:is(${root}) :is(${limit}, :is(${limit}) *))`;
  return { root: `:is(${root})`, within: `:where(:is(${root}, :is(${root}) *)${ends})` };
};

const inScope = (selector: string, scope: Scope | undefined): string =>
  scope ? selector.replace(/:scope\b/gi, () => scope.root) + scope.within : selector;

/** An open block: a group whose rules apply, an ignored one, or a rule, with its declarations before nested rules in `own`. */
interface Block {
  kind: 'group' | 'ignored' | 'rule';
  selectors: string;
  own: string;
  layer: readonly string[];
  scope?: Scope | undefined;
}

/** The order of a document's cascade layers: that in which they are first named. */
export class LayerOrder {
  readonly #places = new Map<string, number>();

  /** The order of a layer by its path of names. It ends with infinity: rules directly in a layer win over those in its nested layers. */
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
  splitAt(names, /,/y).map((name) =>
    [...above, ...name.split('.', MAX_LAYER_DEPTH)].slice(0, MAX_LAYER_DEPTH),
  );

/**
 * The rules of a style sheet with properties that are used, in source order. `isMedia` returns whether a media query
 * matches. Nested rules are left out. Never throws: what can't be parsed is skipped.
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
        // Current browsers are taken to support every feature.
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
            if (written.length > MAX_SELECTOR_CHARS) continue;
            const selector = inScope(written, top.scope);
            if (selector.length <= MAX_SELECTOR_CHARS) yield { selector, declarations, layer };
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
    i = endOfToken(text, i);
  }
}
