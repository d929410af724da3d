import { parse } from '@swc/core';

/**
 * For engines that do not know `a?.b` the build asks whether `a` is there: `a==null?void 0:a.b`. Where only the truth of
 * that counts `a&&a.b` says the same with fewer bytes: what is false and has members, an empty text or 0, has none that
 * anybody asks of it so.
 */

/** @typedef {any} Node of the syntax tree */

const isNull = (/** @type {Node} */ node) => node.type === 'NullLiteral';

const isVoid = (/** @type {Node} */ node) => node.type === 'UnaryExpression' && node.operator === 'void';

/** Nothing that is false is equal to it. */
const isTrueLiteral = (/** @type {Node} */ { type, value }) =>
  /^(?:Boolean|Numeric|String)Literal$/.test(type) && Boolean(value);

/** What is asked whether it is there. @returns {Node} */
const askedIn = (/** @type {Node} */ { type, operator, left, right }, /** @type {string} */ by) =>
  type === 'BinaryExpression' && operator === by && isNull(right) ? left : undefined;

/** What a chain begins with that may end there, and the rest of it. @returns {Node[]} */
const partsOf = (/** @type {Node} */ node) => {
  const [asked, rest] =
    node.type === 'ConditionalExpression' && isVoid(node.consequent)
      ? [askedIn(node.test, '=='), node.alternate]
      : node.operator === '&&'
        ? [askedIn(node.left, '!='), node.right]
        : [];
  return asked ? [asked, rest] : [];
};

/** Of which parts of a node only the truth counts, where `isTruth` says the same of itself. @returns {Node[]} */
const askedForTruth = (/** @type {Node} */ node, /** @type {boolean} */ isTruth) => {
  const { type, operator, left, right, test, argument, expression } = node;
  const own = (/** @type {Node[]} */ ...parts) => (isTruth ? parts : []);
  if (type === 'ConditionalExpression') return [test, ...own(node.consequent, node.alternate)];
  if (/^(?:If|While|DoWhile|For)Statement$/.test(type)) return [test];
  if (type === 'ParenthesisExpression') return own(expression);
  if (type === 'UnaryExpression') return operator === '!' ? [argument] : [];
  if (operator === '||') return [left, ...own(right)];
  if (operator === '&&') return own(left, right);
  if (operator === '===' || operator === '!==')
    return isTrueLiteral(right) ? [left] : isTrueLiteral(left) ? [right] : [];
  return [];
};

/** Writes the chains of a script so, wherever they are asked for their truth. */
export async function withShortChains(/** @type {string} */ script) {
  // Comments before the first statement are not in the span.
  const program = await parse(`;${script}`, { syntax: 'ecmascript', target: 'es2022' });
  const base = program.span.start + 1;
  // Places in it are counted in bytes.
  const bytes = Buffer.from(script);
  const between = (/** @type {number} */ from, /** @type {number} */ to) =>
    bytes.toString('utf8', from - base, to - base);

  /** The build keeps in a variable of its own what is asked and read. */
  const askedText = (/** @type {Node} */ node) => {
    const { type, left, right } = node.type === 'ParenthesisExpression' ? node.expression : node;
    return type === 'AssignmentExpression'
      ? `(${between(left.span.start, left.span.end)}=${textOf(right)})`
      : textOf(node);
  };

  /** The text of a node, whose chains are short. */
  const textOf = (/** @type {Node} */ node, isTruth = true) => {
    /** @type {{ span: { start: number, end: number }, text: string }[]} */
    const changes = [];
    const visit = (/** @type {Node} */ at, /** @type {boolean} */ onlyTruth) => {
      if (typeof at !== 'object' || at === null) return;
      const [asked, rest] = onlyTruth ? partsOf(at) : [];
      if (asked) {
        changes.push({ span: at.span, text: `(${askedText(asked)}&&(${textOf(rest)}))` });
        return;
      }
      const truths = askedForTruth(at, onlyTruth);
      for (const part of Object.values(at)) visit(part, truths.includes(part));
    };
    visit(node, isTruth);
    changes.sort((one, other) => one.span.start - other.span.start);
    let text = '';
    let end = node.span.start;
    for (const change of changes) {
      text += between(end, change.span.start) + change.text;
      end = change.span.end;
    }
    return text + between(end, node.span.end);
  };

  return textOf({ body: program.body, span: { start: base, end: base + bytes.length } }, false);
}
