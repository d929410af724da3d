import { collapse } from '../aria/white-space.ts';
import { type DomCache, styleInfoOf } from '../dom/dom-cache.ts';
import { flatElements, flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { matched } from '../dom/matched.ts';
import { attr, computedStyle, listAttr, matches, parentElementOf, tagOf, textOf } from '../dom/read.ts';
import { wordsIn } from './author-words.ts';

/** Class names that follow an icon set's pattern: `fa-trash`, `icon-close`, `van-icon-search`. */
const ICON_CLASS = /(?:^|[-_])(?:icons?|ico?|fa|glyphicon|bi|mdi|ti|ri|lucide)[-_]+([a-z].*)/i;
/** `date-icon`; what stands before a component's name, as in `fui-Icon`, is the library's. */
const OF_ICON = /^([a-z].{2,})[-_]icon$/;

/**
 * The prefix of an icon set, as a class and before the icon: `pi pi-trash`. Not `ck ck-button__label`, which names
 * parts of a library.
 */
const PREFIX_TWICE = /^(?:i|span) (?:.* )?([a-z]{2}) \1-([^\s_]+)/;

/** Of two drawings of an icon one is filled or hollow: `star-fill`, `heart-outline`. Often that is a state. */
const VARIANT = /[-_](?:o|outlined?|fill(?:ed)?)$/;

const wordsOfIcon = (given: string): string => {
  const words = wordsIn(given);
  return words && words + matched(VARIANT, given);
};

const fromClasses = (el: Element): string => {
  const classes = listAttr(el, 'class');
  const tokens = classes.split(/\s+/);
  for (const pattern of [ICON_CLASS, OF_ICON])
    for (const token of tokens) {
      const icon = matched(pattern, token, 1);
      // A word that other classes begin with as well is the part of the page they belong to: `app-icon app-button`.
      if (tokens.some((other) => other.startsWith(icon) && !other.startsWith(token))) continue;
      // As a whole icon name, these words are not the kind of an element, which `wordsIn` leaves out.
      const words = /^(?:link|image)$/.test(icon) ? icon : wordsOfIcon(icon);
      if (words) return words;
    }
  // `trash icon`, `k-icon k-i-close`: the only other class with words. Not with a background image, whose file name tells more.
  const others = /(?:^|[\s_-])icons?(?:\s|$)/.test(classes) ? tokens.map(wordsIn).filter(Boolean) : [];
  if (others.length === 1 && !/url/.test(computedStyle(el).backgroundImage)) return others[0] as string;
  return wordsOfIcon(matched(PREFIX_TWICE, `${tagOf(el)} ${classes}`, 2));
};

/** The file name of an address without its extension; empty for `data:`. */
const fileOf = (url: string): string => {
  const file = matched(/^(?!data:)(?:[^?#]*\/)?([^?#]*)/, url, 1);
  const name = file.replace(/(?!^)\.\w+$/, '');
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
};

export const wordsOfFile = (url: string): string => wordsOfIcon(fileOf(url));

/**
 * The icon named by an attribute: `data-icon`, `data-testid="CloseIcon"`, or `icon="mdi:close"` on a custom element of
 * an icon set.
 */
const fromAttributes = (el: Element): string => {
  const isIconElement = /-icon|icon-/.test(tagOf(el));
  const given = attr(el, 'data-icon') || (isIconElement ? attr(el, 'name') || attr(el, 'icon') : null);
  return wordsOfIcon(given?.replace(/^.*:/, '') || matched(/^(.+)Icon$/, attr(el, 'data-testid') || '', 1));
};

/** The word that an icon font draws as a picture: `<i class="material-icons">event</i>`. */
const fromLigature = (el: Element): string => {
  const isIcon = /icon|symbol/i.test(`${tagOf(el)} ${listAttr(el, 'class')}`);
  const text = isIcon ? textOf(el).trim() : '';
  return /^[a-z][a-z0-9_]+$/.test(text) ? text.replace(/_/g, ' ') : '';
};

const fromReference = (el: Element): string => {
  const href = attr(el, 'href') || attr(el, 'xlink:href') || '';
  return wordsOfIcon(href.slice(href.indexOf('#') + 1));
};

const iconOf = (el: Element): string => {
  const tag = tagOf(el);
  if (tag === 'title') return collapse(textOf(el));
  if (tag === 'use') return fromReference(el);
  return (
    collapse(attr(el, 'title') || '') ||
    fromLigature(el) ||
    fromAttributes(el) ||
    (tag === 'img' ? wordsOfFile(listAttr(el, 'src')) : '') ||
    fromClasses(el)
  );
};

/** Elements that may tell which icon is drawn. */
const DRAWINGS = 'title, use, i, span, svg, img, [title], [icon], [name], [aria-hidden=true]';

/**
 * Whether a drawing inside of `el` is visible: of two icons one may be hidden. A `title` has no box, so its parent is
 * checked.
 */
const isDrawn = (drawing: Element, el: Element, cache: DomCache): boolean => {
  let at = tagOf(drawing) === 'title' ? parentElementOf(drawing) : drawing;
  for (; at && at !== el; at = flatParentAcrossFrames(at)) {
    const { display, style } = styleInfoOf(at, cache);
    if (display === 'none' || style.opacity === '0') return false;
  }
  return true;
};

/** How many drawings of an element are read, and among how many descendants. */
const MAX_DRAWINGS = 8;
const MAX_DESCENDANTS = 200;

/**
 * The name of the icon in a clickable element without text: the title of a drawing, the target of its `<use>`, the
 * word in its class, an image's file name. Empty where there is none.
 */
export const iconName = (el: Element, cache: DomCache): string => {
  const ownName = iconOf(el);
  if (ownName) return ownName;
  const first = flatElements(el, MAX_DESCENDANTS)
    .filter((at) => matches(at, DRAWINGS))
    .slice(0, MAX_DRAWINGS);
  const drawn = first.filter((at) => isDrawn(at, el, cache));
  const shown = drawn[0] ? drawn : first;
  // A `title` or `use` first: the class of the element around a drawing may be that of all icons.
  for (const at of shown.filter((drawing) => matches(drawing, 'title, use')).concat(shown)) {
    const name = iconOf(at);
    if (name) return name;
  }
  return '';
};
