import type { Cascade } from './cascade.ts';
import { INITIAL } from './default-styles.ts';

const kebab = (name: string): string =>
  name === 'cssFloat' ? 'float' : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const names = new Map<string, string>();

const cssName = (name: string): string => {
  let found = names.get(name);
  if (found === undefined) {
    found = kebab(name);
    names.set(name, found);
  }
  return found;
};

const PSEUDO_VALUES: Record<string, string> = { display: 'inline', content: 'none' };

/** The result of `getComputedStyle`: properties by their name in either spelling, empty for unknown ones. */
export const computedStyleOf = (
  cascade: Cascade,
  el: Element,
  pseudo?: string | null,
): CSSStyleDeclaration => {
  const values = pseudo ? PSEUDO_VALUES : cascade.valuesOf(el);
  const lookUp = (name: string): string => values[name] ?? INITIAL[name] ?? '';
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) =>
      name === 'getPropertyValue' ? lookUp : typeof name === 'string' ? lookUp(cssName(name)) : undefined,
  });
};
