import { words } from './visible-words.mjs';

const quoted = String.raw`"(?:\\.|[^"\\])*"`;
/** Matches role, name and states at the beginning of a line; the rest is text. */
const head = new RegExp(String.raw`^\s*- '?[a-z]+(?: ~?(${quoted}))?(?: \[(?:[^"\]]|${quoted})*\])*'?:?`);
const nameAndText = (/** @type {string} */ line) => line.replace(head, (_, name = '') => `${name} `);
const parentheses = new RegExp(String.raw` \((?:[^")]|${quoted})*\)$`);

/** The page text in a line of each format, without roles, refs, states and URLs. @type {Record<string, (line: string) => string>} */
const contentOfLine = {
  tree: nameAndText,
  yaml: (line) => (/^\s*- \/\w+:/.test(line) ? '' : nameAndText(line)),
  indexed: (line) => line.replace(/^\s*(?:\[\w+\] )?[a-z]+/, '').replace(parentheses, ''),
  outline: (line) => line.replace(/^\s*(?:\[\w+\] )?[a-z]+(?::|$)/, '').replace(parentheses, ''),
  html: (line) => line.replace(new RegExp(`<(?:[^">]|${quoted})*>`, 'g'), ' '),
  markdown: (line) =>
    line
      .replace(/\]\((?:[^()\s]|\([^()\s]*\))*(?: "[^"]*")?\)/g, ']')
      .replace(/\{[a-z]+ #[a-z]*\d+[^{}]*\}/g, ' ')
      // The number of a list item is no page text.
      .replace(/^\s*\d+\. /, ''),
};

const isHead = (/** @type {string} */ line) => /^(?:# |<!-- )?\[snapshot\] /.test(line);

/** A hint: `... 12 more (5 links): after=kd8`, also as a comment of any format. */
const hintLine = /^\s*(?:(?:[-#>*]|<!--) )*(?:\.\.\.|…) /;

/** Matches the options in a hint that show the left-out nodes; of alternatives only the first. */
const wayOfHint = /(?::| ) ?((?:(?:after|scope)="?[^\s"\])]+"?(?: |, )?(?:and )?)+)(?: or .*)?\W*$/;

/** @returns {Record<string, string>[]} the options that each hint of a text names */
export const hintsOf = (/** @type {string} */ text) =>
  text.split('\n').flatMap((line) => {
    const way = hintLine.test(line) && wayOfHint.exec(line)?.[1];
    if (!way) return [];
    return [
      Object.fromEntries(
        [...way.matchAll(/(after|scope)="?([^\s",\])]+)/g)].map(([, key, value]) => [key, value]),
      ),
    ];
  });

/** The hints of a text that name no option. */
export const hintsWithoutWay = (/** @type {string} */ text) =>
  text
    .split('\n')
    .filter((line) => hintLine.test(line) && /\b\d+ more\b|\(\d/.test(line) && !wayOfHint.test(line));

/** The lines of a text without the header and hints. */
export const contentLines = (/** @type {string} */ text) =>
  text.split('\n').filter((line) => line.trim() && !isHead(line) && !hintLine.test(line));

/** The words of the page in lines of our text, without those of the format. */
export const wordsOfLines = (/** @type {string[]} */ lines, format = 'tree') =>
  words(lines.map(contentOfLine[format] ?? ((line) => line)).join('\n'));

export const wordsOfText = (/** @type {string} */ text, format = 'tree') =>
  wordsOfLines(contentLines(text), format);
