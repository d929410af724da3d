const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$');

/** The first name of two characters that does not occur in a script. */
const unusedName = (/** @type {string} */ script) => {
  const words = new Set(script.match(/[\w$]+/g));
  const names = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));
  return names.find((name) => !words.has(name)) ?? 'undefined';
};

const HEAD = '"use strict";(';

/**
 * Replaces `void 0` in a minified script, which is one function, by a short name: that of a parameter for which no argument
 * is passed. Comparisons with `void 0` stay, since engines optimise them.
 */
export const withNamedUndefined = (/** @type {string} */ script) => {
  const name = unusedName(script);
  if (!script.includes(`${HEAD}()=>{`)) throw new Error('A script is a function without parameters.');
  return script.replace(`${HEAD}()=>{`, `${HEAD}${name}=>{`).replace(/(?<![!=]=)\bvoid 0\b(?![!=]=)/g, name);
};
