/** Whether the output is coloured: in a terminal, not in a pipe or a file. */
const coloured = process.stdout.isTTY === true && !process.env.NO_COLOR;
const paint = (/** @type {number} */ code) => (/** @type {string} */ text) =>
  coloured ? `\u001b[${code}m${text}\u001b[0m` : text;

export const bold = paint(1);
export const dim = paint(2);
export const green = paint(32);
export const yellow = paint(33);
export const cyan = paint(36);

export const print = (text = '') => process.stdout.write(`${text}\n`);

/** Prints the heading of a part of the demo. */
export function printHeading(/** @type {string} */ text) {
  print();
  print(bold(cyan(`== ${text} ${'='.repeat(Math.max(4, 96 - text.length))}`)));
}

/**
 * Prints a page's text as the model gets it, behind a bar, with the refs in colour. The middle lines of a long text can be
 * folded.
 * @param {string} text
 * @param {{ head?: number, tail?: number }} [fold] lines to keep at both ends; all by default
 */
export function printText(text, { head = Number.POSITIVE_INFINITY, tail = 0 } = {}) {
  const lines = text.split('\n');
  const folded = lines.length - head - tail;
  lines.forEach((line, index) => {
    if (folded > 3 && index >= head && index < lines.length - tail) {
      if (index === head) print(dim(`  | (${folded} lines of the same text are not shown here)`));
      return;
    }
    print(`${dim('  | ')}${line.replace(/\[ref=[a-z]{2}\d+\]/g, (ref) => yellow(ref))}`);
  });
}

export const count = (/** @type {number} */ number) => number.toLocaleString('en');
