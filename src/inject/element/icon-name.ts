import { collapse } from '../aria/white-space.ts';
import { type DomCache, styleInfoOf } from '../dom/dom-cache.ts';
import { flatElements, flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { matched } from '../dom/matched.ts';
import { attr, computedStyle, listAttr, matches, parentElementOf, tagOf, textOf } from '../dom/read.ts';
import { wordsIn } from './author-words.ts';

/** Class names that follow an icon set's pattern: `fa-trash`, `icon-close`, `van-icon-search`. */
const ICON_CLASS = /(?:^|[-_])(?:icons?|ico?|fa|glyphicon|bi|mdi|ti|ri|lucide)[-_]+([a-z].*)/i;
/** `date-icon` */
const OF_ICON = /^([a-z].{2,})[-_]icon$/i;

/** The sign of an icon set, alone and before the icon: `pi pi-trash`. Libraries call parts of theirs alike: `ck ck-button__label`. */
const SIGN_TWICE = /^(?:i|span) (?:.* )?([a-z]{2}) \1-([^\s_]+)/;

const fromClasses = (el: Element): string => {
  const classes = listAttr(el, 'class');
  const tokens = classes.split(/\s+/);
  for (const pattern of [ICON_CLASS, OF_ICON])
    for (const token of tokens) {
      const own = matched(pattern, token, 1);
      // What other classes begin with, too, is the part of the page that they belong to: `app-icon app-button`.
      if (tokens.some((other) => other.startsWith(own) && !other.startsWith(token))) continue;
      // They are what is drawn where they stand alone.
      const words = /^(?:link|image)$/.test(own) ? own : wordsIn(own);
      if (words) return words;
    }
  // `trash icon`, `k-icon k-i-close`: the one other word among them. The name of a file says more.
  const others = /(?:^|[\s_-])icons?(?:\s|$)/.test(classes) ? tokens.map(wordsIn).filter(Boolean) : [];
  if (others.length === 1 && !/url/.test(computedStyle(el).backgroundImage)) return others[0] as string;
  return wordsIn(matched(SIGN_TWICE, `${tagOf(el)} ${classes}`, 2));
};

/** The name of the file at an address without its ending; empty for data. */
const fileOf = (url: string): string => {
  const file = matched(/^(?!data:)(?:[^?#]*\/)?([^?#]*)/, url, 1);
  const name = file.replace(/(?!^)\.\w+$/, '');
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
};

export const wordsOfFile = (url: string): string => wordsIn(fileOf(url));

/** Drawings that say which icon they are, and elements of an icon set of custom elements: `icon="mdi:close"`. */
const fromAttributes = (el: Element): string => {
  const isOwn = /-icon|icon-/.test(tagOf(el));
  const given = attr(el, 'data-icon') || (isOwn ? attr(el, 'name') || attr(el, 'icon') : null);
  return wordsIn(given?.replace(/^.*:/, '') || matched(/^(.+)Icon$/, attr(el, 'data-testid') || '', 1));
};

/** Icon fonts draw words as pictures: `<i class="material-icons">event</i>`. */
const fromLigature = (el: Element): string => {
  const isIcon = /icon|symbol/i.test(`${tagOf(el)} ${listAttr(el, 'class')}`);
  const text = isIcon ? textOf(el).trim() : '';
  return /^[a-z][a-z0-9_]+$/.test(text) ? text.replace(/_/g, ' ') : '';
};

const fromReference = (el: Element): string => {
  const href = attr(el, 'href') || attr(el, 'xlink:href') || '';
  return wordsIn(href.slice(href.indexOf('#') + 1));
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

const DRAWINGS = 'title, use, i, span, svg, img, [title], [icon], [name], [aria-hidden=true]';

/** Of two icons only one may be drawn at a time. What tells of a drawing has no box itself. */
const isDrawn = (drawing: Element, el: Element, cache: DomCache): boolean => {
  let at = tagOf(drawing) === 'title' ? parentElementOf(drawing) : drawing;
  for (; at && at !== el; at = flatParentAcrossFrames(at)) {
    const { display, style } = styleInfoOf(at, cache);
    if (display === 'none' || style.opacity === '0') return false;
  }
  return true;
};

const MOST_ICON_PARTS = 8;
/** What has more in it is no icon. */
const MOST_INSIDE = 200;

/**
 * What an icon shows, for something to click that has no words: the title of a drawing, what its `<use>` refers to, the
 * word in its class, an image's file name.
 */
export const iconName = (el: Element, cache: DomCache): string => {
  const own = iconOf(el);
  if (own) return own;
  const first = flatElements(el, MOST_INSIDE)
    .filter((at) => matches(at, DRAWINGS))
    .slice(0, MOST_ICON_PARTS);
  const drawn = first.filter((at) => isDrawn(at, el, cache));
  const shown = drawn[0] ? drawn : first;
  // A drawing says what it is before the class of what it is drawn in, which may be that of all of its kind.
  for (const at of shown.filter((one) => matches(one, 'title, use')).concat(shown)) {
    const name = iconOf(at);
    if (name) return name;
  }
  return '';
};
