/**
 * An expression for the page: the text that a person sees, which is every text node with a box on the page.
 */
export const visibleText = `(() => {
  const text = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent.closest('script, style, noscript, option, textarea, [aria-hidden=true]')) continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const seen = [...range.getClientRects()].some(
      (box) => box.width >= 1 && box.height >= 1 && box.right + scrollX > 0 && box.bottom + scrollY > 0,
    );
    if (seen) text.push(node.data.trim());
  }
  return text;
})()`;

/** @returns {string[]} */
export const words = (/** @type {string} */ text) =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The words of some pieces of text that another text lacks. Elements may split words ("Z<span>imbabwe"), so a word also
 * counts as found where it is in the joined words of the other text.
 * @param {string[]} pieces
 * @param {string} text
 */
export function missingWords(pieces, text) {
  const known = new Set(words(text));
  const run = words(text).join('');
  const missing = new Map();
  return pieces.flatMap(words).filter((word) => {
    if (known.has(word)) return false;
    if (!missing.has(word)) missing.set(word, !run.includes(word));
    return missing.get(word);
  });
}
