const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$');

/** The first two letters that are no word of a script. */
const unusedName = (/** @type {string} */ script) => {
  const words = new Set(script.match(/[\w$]+/g));
  const names = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));
  return names.find((name) => !words.has(name)) ?? 'undefined';
};

const HEAD = '"use strict";(';

/**
 * Gives `undefined` a short name in a minified script, which is one function: that of a parameter that it is not given. What
 * is compared with it stays as it is, for engines do that at once.
 */
export const withNamedUndefined = (/** @type {string} */ script) => {
  const name = unusedName(script);
  if (!script.includes(`${HEAD}()=>{`)) throw new Error('A script is a function without parameters.');
  return script.replace(`${HEAD}()=>{`, `${HEAD}${name}=>{`).replace(/(?<![!=]=)\bvoid 0\b(?![!=]=)/g, name);
};
