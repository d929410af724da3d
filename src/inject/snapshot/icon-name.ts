import { flatElements, flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { lookOf, type Pass } from '../dom/pass.ts';
import { attr, listAttr, matches, parentElementOf, prop, tagOf, textOf } from '../dom/read.ts';
import { collapse } from './text.ts';

/** Words of class names that say how an icon is drawn, not what it means. */
const DRAWING =
  /^(?:icons?|ico?|fa[bsrlkd]?|fas|far|fal|glyphicons?|material|symbols?|outlined|rounded|sharp|svg|path|img|image|btn|button|link|ui|bi|mdi|ti|lucide|tabler|feather|octicon|anticon|pi|las?|ri|xs|sm|md|lg|xl|small|medium|large|fw|fill|line|regular|solid|light|css|js|is|has|only|the|mat|mdc|mui|[a-wyz]|\d+x?)$/i;

/** Class names that follow an icon set's pattern: `fa-trash`, `icon-close`, `bi bi-x`, `date-icon`; `el-icon` has only the set. */
const ICON_CLASS =
  /(?:^|[-_])(?:icons?|ico?|fa|glyphicon|bi|mdi|ti|lucide|anticon|pi|octicon|ri|la)(?=[-_])|^[a-z]+(?:-[a-z]+|[a-z]{2})[-_]icon$/i;

/** What an author's name for something says. */
export const wordsOf = (id: string): string =>
  collapse(
    id
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .split(/[^A-Za-z0-9]+/)
      .filter((word) => word !== '' && !DRAWING.test(word))
      .join(' ')
      .toLowerCase(),
  );

/** It has an icon and is none. */
const ICON_BUTTON = /icon[-_]?(?:button|btn)/i;

/** What an icon set calls itself in front of each of its icons: `el-icon-edit`. */
const SET_NAME = /^[a-z]{1,4}[-_]icon[-_]+/i;

const fromClasses = (el: Element): string => {
  const tokens = listAttr(el, 'class').split(/\s+/);
  for (const token of tokens) {
    if (!ICON_CLASS.test(token) || ICON_BUTTON.test(token)) continue;
    // `van-icon van-icon-search`: the first one is of all icons of the set.
    if (tokens.some((other) => other.startsWith(`${token}-`) || other.startsWith(`${token}_`))) continue;
    const set =
      tokens.find((other) => other !== token && other !== '' && token.startsWith(`${other}-`)) ?? '';
    const own = wordsOf(token.slice(set.length).replace(SET_NAME, ''));
    const words = own || wordsOf(token) || /[-_](link|image)$/i.exec(token)?.[1];
    if (words) return words;
  }
  // `el-icon el-input__password`: what it is a part of calls it so.
  if (!tokens.some((token) => /[-_]icon$/.test(token))) return '';
  return tokens.map((token) => wordsOf(/__.+/.exec(token)?.[0] ?? '')).find(Boolean) ?? '';
};

const fromReference = (el: Element): string => {
  const href = attr(el, 'href') ?? attr(el, 'xlink:href') ?? '';
  return wordsOf(href.slice(href.indexOf('#') + 1));
};

/** The name of the file at an address without its ending; empty for data. */
export const fileOf = (url: string): string => {
  const [path = ''] = url.startsWith('data:') ? [] : url.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1).replace(/(?!^)\.\w+$/, '');
};

/** Elements of an icon set of custom elements, and drawings that say which icon they are. */
const fromAttributes = (el: Element): string => {
  const tag = tagOf(el);
  const isOwn = tag.includes('-') && /(?:^|-)icon(?:-|$)/.test(tag);
  const given = attr(el, 'data-icon') ?? (isOwn ? (attr(el, 'name') ?? attr(el, 'icon')) : null);
  if (given) return wordsOf(given.slice(given.indexOf(':') + 1));
  const test = attr(el, 'data-testid') ?? '';
  return /Icon$/.test(test) ? wordsOf(test) : '';
};

/** Tools that draw icons keep their names: `<svg class=app-icon><g id=LeftOutline-LeftOutline>`. */
const fromGroup = (el: Element): string => {
  const group = tagOf(el) === 'svg' ? prop(el, 'firstElementChild') : null;
  const id = group && tagOf(group) === 'g' ? (attr(group, 'id') ?? '') : '';
  return wordsOf(/^([A-Za-z]+)(?:Outline|Fill)\b/.exec(id)?.[1] ?? '');
};

/** Icon fonts draw words as pictures: `<i class="material-icons">event</i>`. */
const fromLigature = (el: Element): string => {
  const isIcon = /icon|symbol/i.test(`${tagOf(el)} ${listAttr(el, 'class')}`);
  const text = isIcon ? textOf(el).trim() : '';
  return /^[a-z][a-z0-9_]+$/.test(text) ? text.replace(/_/g, ' ') : '';
};

/** What buttons without words do mostly, and to what. */
const DOES =
  /^(?:prev|previous|next|back|forward|first|last|close|dismiss|remove|delete|del|clear|cancel|add|plus|minus|increase|decrease|increment|decrement|expand|collapse|toggle|open|more|edit|copy|search|menu|settings|play|pause|mute|zoom|reset|refresh|undo|redo|up|down|left|right|in|out)$/;
const TO =
  /^(?:month|year|week|day|decade|hour|minute|time|page|slide|item|tag|chip|token|row|column|file|all|image|value|input)$/;

/** What an element does, as its author's names for it tell: `flatpickr-prev-month`, `data-action="prev"`. */
const fromDeed = (el: Element): string => {
  for (const name of ['data-action', 'part', 'class']) {
    for (const token of listAttr(el, name).split(/\s+/)) {
      const words = wordsOf(token).replace(/btn$/, '').split(' ');
      if (!words.some((word) => DOES.test(word) && !/^(?:in|out|open|all)$/.test(word))) continue;
      const told = words.filter((word) => DOES.test(word) || TO.test(word));
      return told.filter((word, i) => told.indexOf(word) === i).join(' ');
    }
  }
  return '';
};

const iconOf = (el: Element): string =>
  collapse(attr(el, 'title') ?? '') ||
  fromLigature(el) ||
  fromGroup(el) ||
  fromClasses(el) ||
  fromAttributes(el) ||
  (tagOf(el) === 'img' ? wordsOf(fileOf(listAttr(el, 'src'))) : '');

const DRAWINGS = 'title, use, i, span, svg, img, [title], [icon], [name], [aria-hidden=true]';

/** Of two icons only one may be drawn at a time. What tells of a drawing has no box itself. */
const isDrawn = (drawing: Element, el: Element, pass: Pass): boolean => {
  let at = tagOf(drawing) === 'title' ? parentElementOf(drawing) : drawing;
  for (; at && at !== el; at = flatParentAcrossFrames(at)) {
    const { display, style } = lookOf(at, pass);
    if (display === 'none' || style.opacity === '0') return false;
  }
  return true;
};

const LOOK_INSIDE = 8;
/** What has more in it is no icon. */
const MOST_INSIDE = 1000;

/**
 * A last resort for something to press that says nothing: the title of a drawing, what an icon's `<use>` refers
 * to, the word in an icon's class, an image's file name, what its own class says that it does.
 */
export const iconName = (el: Element, pass: Pass): string => {
  const own = iconOf(el);
  if (own) return own;
  const deed = fromDeed(el);
  const all = flatElements(el, MOST_INSIDE).filter((at) => matches(at, DRAWINGS));
  const first = all.slice(0, LOOK_INSIDE);
  const drawn = first.filter((at) => isDrawn(at, el, pass));
  for (const at of drawn.length > 0 ? drawn : first) {
    const tag = tagOf(at);
    const name = tag === 'title' ? collapse(textOf(at)) : tag === 'use' ? fromReference(at) : iconOf(at);
    // `prev` in `calendar-prev-month`.
    if (name) return deed.includes(name) ? deed : name;
  }
  return deed;
};

/** How it looks now. */
const LOOK =
  /^(?:active|selected|disabled|hidden|visible|loading|red|green|blue|grey|black|inverted|circular|bordered|corner|sprite)$/;

/** Icon sets of words: `trash alternate icon` (Fomantic). What draws them may say more. */
export const wordsWithIcon = (el: Element): string => {
  for (const at of [el, ...flatElements(el, LOOK_INSIDE)]) {
    const tokens = listAttr(at, 'class').split(/\s+/);
    if (!tokens.includes('icon')) continue;
    const words = wordsOf(tokens.filter((token) => /^[a-z]+$/.test(token) && !LOOK.test(token)).join(' '));
    if (words) return words;
  }
  return '';
};
