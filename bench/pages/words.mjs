const syllables =
  'al be cor da el fin gra ho in jo kel lum mar no or per qua ri so ta un ver wis yor zen'.split(' ');

/**
 * Random words from a seed, so that they are the same in every run and runs can be compared.
 * @param {number} seed
 */
export function createWords(seed = 1) {
  let state = seed;
  // Numerical Recipes' linear congruential generator: the numbers need not be good, only repeatable.
  const next = (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const word = () => Array.from({ length: 1 + next(3) }, () => syllables[next(syllables.length)]).join('');
  const sentence = (/** @type {number} */ count) => {
    const text = Array.from({ length: count }, word).join(' ');
    return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
  };
  return { next, word, sentence };
}
