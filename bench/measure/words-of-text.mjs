import { words } from './visible-words.mjs';

const quoted = String.raw`"(?:\\.|[^"\\])*"`;
/** Role, name and states of a line; what comes behind them is text. */
const head = new RegExp(String.raw`^\s*- '?[a-z]+(?: ~?(${quoted}))?(?: \[(?:[^"\]]|${quoted})*\])*'?:?`);
const nameAndText = (/** @type {string} */ line) => line.replace(head, (_, name = '') => `${name} `);
const parentheses = new RegExp(String.raw` \((?:[^")]|${quoted})*\)$`);

/** What the page says in a line of each format: without roles, refs, states, addresses. @type {Record<string, (line: string) => string>} */
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
      // The number of an item is the list's.
      .replace(/^\s*\d+\. /, ''),
};

const isHead = (/** @type {string} */ line) => /^(?:# |<!-- )?\[snapshot\] /.test(line);

/** `... 12 more (5 links): after=kd8`, in the comment signs of any format. */
const hintLine = /^\s*(?:(?:[-#>*]|<!--) )*(?:\.\.\.|…) /;

/** What a line that counts what is left out says to do: the options of its first way. */
const wayOfHint = /(?::| ) ?((?:(?:after|scope)="?[^\s"\])]+"?(?: |, )?(?:and )?)+)(?: or .*)?\W*$/;

/** @returns {Record<string, string>[]} what the hints of a text say to do, each as options */
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

/** Lines that count what is left out and say no way to it. */
export const hintsWithoutWay = (/** @type {string} */ text) =>
  text
    .split('\n')
    .filter((line) => hintLine.test(line) && /\b\d+ more\b|\(\d/.test(line) && !wayOfHint.test(line));

/** Lines of content: no head, no hint. */
export const contentLines = (/** @type {string} */ text) =>
  text.split('\n').filter((line) => line.trim() && !isHead(line) && !hintLine.test(line));

/** Words that one of our texts says of the page, without the format's own. */
export const wordsOfLines = (/** @type {string[]} */ lines, format = 'tree') =>
  words(lines.map(contentOfLine[format] ?? ((line) => line)).join('\n'));

export const wordsOfText = (/** @type {string} */ text, format = 'tree') =>
  wordsOfLines(contentLines(text), format);
