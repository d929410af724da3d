import { type DomCache, styleOf } from '../dom/dom-cache.ts';

/** Properties that tell how an element looks and whether it can be clicked. */
const DEFAULT_PROPERTIES =
  'display visibility opacity position z-index overflow pointer-events cursor color background-color font-size font-weight text-decoration-line width height'.split(
    ' ',
  );

/** Computed values by property; properties that the engine does not know are left out. */
export const stylesOf = (
  el: Element,
  cache: DomCache,
  properties: readonly string[] = DEFAULT_PROPERTIES,
): Record<string, string> => {
  const style = styleOf(el, cache);
  const values: Record<string, string> = {};
  for (const name of properties) {
    const value = style.getPropertyValue(name);
    if (value) values[name] = value;
  }
  return values;
};
