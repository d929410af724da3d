import { generatedText, textOfContent } from '../aria/generated-content.ts';
import type { Pass } from '../dom/pass.ts';
import { findAll, tagOf } from '../dom/read.ts';
import { type AnyRule, countRules, rulesOf, selectorsIn, sheetsOf } from '../dom/style-rules.ts';
import { readable } from './text.ts';

/** Words that a style sheet writes into a page: a currency, a mark of what is required, `New`. */

type Pseudo = '::before' | '::after';

const PSEUDO = /^(.*?)::?(?:before|after)$/;

/** Words, amounts, ticks and stars; arrows, bullets and other ornaments are not. */
const SAYS = /[\p{L}\p{N}]{2}|[\p{Lo}\p{Sc}*%★☆❌✅✓-✘]/u;

/** A number that counts is not known, and without it the words around it say little. */
const says = (content: string): boolean =>
  !/\bcounters?\(/.test(content) && SAYS.test(readable(textOfContent(content).text));

const collect = (holder: { cssRules?: CSSRuleList }, found: string[]): string[] => {
  for (const rule of rulesOf(holder)) {
    const { selectorText, style }: AnyRule = rule;
    if (selectorText === undefined || !style) collect(rule.styleSheet ?? rule, found);
    else if (/:(?:before|after)/.test(selectorText) && says(style.content)) {
      for (const selector of selectorsIn(selectorText)) {
        const host = PSEUDO.exec(selector);
        if (host) found.push(host[1] || '*');
      }
    }
  }
  return found;
};

/** Each rule is asked of the whole document: the first ones have to do. */
const MOST_RULES = 200;

/** Style sheets have thousands of rules: they are read anew where their number has changed. */
const known = new WeakMap<CSSStyleSheet, { rules: number; hosts: string[] }>();

const hostsIn = (sheet: CSSStyleSheet): string[] => {
  const rules = countRules(sheet);
  let read = known.get(sheet);
  if (read?.rules !== rules) {
    read = { rules, hosts: collect(sheet, []).slice(0, MOST_RULES) };
    known.set(sheet, read);
  }
  return read.hosts;
};

/** The first of what they match have to do. */
const MOST_HOSTS = 5000;

/**
 * The elements that a style sheet may write into. They are few: to ask every element for its pseudo-elements would take a
 * quarter of the time of a snapshot.
 */
export const writtenByStyle = (
  document: Document,
  pass: Pass,
  isLate: () => boolean,
): ReadonlySet<Element> => {
  const hosts = new Set<Element>();
  if (!pass.hasLayout) return hosts;
  const selectors: string[] = [];
  for (const sheet of sheetsOf(document)) {
    if (selectors.length >= MOST_RULES) break;
    selectors.push(...hostsIn(sheet));
  }
  for (const selector of selectors.slice(0, MOST_RULES)) {
    if (isLate()) break;
    try {
      const all = findAll(document, selector);
      for (let i = 0; i < all.length && i < MOST_HOSTS; i++) hosts.add(all[i] as Element);
    } catch {
      // A selector that stands for something only within its rule.
    }
  }
  return hosts;
};

/** What stands there now, words apart from others; empty where it is an ornament. */
export const writtenIn = (el: Element, pseudo: Pseudo): string => {
  const generated = generatedText(el, tagOf(el), pseudo);
  const text = generated ? readable(generated.text) : '';
  if (!SAYS.test(text)) return '';
  const isApart = generated?.display !== 'inline';
  const begin = isApart || /^\p{L}/u.test(text) ? ' ' : '';
  const end = isApart || /[\p{L}\p{So}]$/u.test(text) ? ' ' : '';
  return `${begin}${generated?.text}${end}`;
};
