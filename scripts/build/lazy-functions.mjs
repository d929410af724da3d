import { parse } from '@swc/core';

/**
 * Arrow functions of at least this many characters become a `function`: V8 preparses a `function` until it is called, but
 * parses an arrow function in full (`ParseArrowFunctionLiteral`), and again when it is called, which took a fifth of an
 * injection. For shorter ones the keyword is not worth its bytes: with those from 100 characters on, the first text came
 * no sooner.
 */
const LONG_ENOUGH = 180;

/**
 * Collects the arrow functions that are in no function but the outermost one.
 *
 * @typedef {{ start: number, end: number }} Span
 * @param {any} node of the syntax tree
 * @param {{ span: Span, body: { span: Span } }[]} found
 * @param {boolean} isOutermost
 */
function outerArrows(node, found, isOutermost = true) {
  if (typeof node !== 'object' || node === null) return found;
  const isArrow = node.type === 'ArrowFunctionExpression';
  if (isArrow && !isOutermost) found.push(node);
  else if (!/^(?:Function|Class)(?:Expression|Declaration)$/.test(node.type))
    for (const part of Object.values(node)) outerArrows(part, found, isOutermost && !isArrow);
  return found;
}

/** The text of an arrow function as a `function`, which is equivalent where it uses neither `this` nor `arguments`. */
function asFunction(
  /** @type {string} */ source,
  /** @type {number} */ bodyAt,
  /** @type {boolean} */ isBlock,
) {
  const head = source.slice(0, bodyAt).replace(/\s*=>\s*$/, '');
  const [, async = '', parameters = ''] = /^(async\b\s*)?([\s\S]*)$/.exec(head) ?? [];
  const body = source.slice(bodyAt);
  const list = parameters.startsWith('(') ? parameters : `(${parameters})`;
  return `${async}function${list}${isBlock ? body : `{return ${body}}`}`;
}

/** Turns the long arrow functions of a minified script, which is one function, into functions. */
export async function withLazyFunctions(/** @type {string} */ text) {
  const start = text.indexOf('"use strict"');
  if (start < 0) throw new Error('A script begins with "use strict".');
  const code = text.slice(start);
  const program = await parse(code, { syntax: 'ecmascript', target: 'es2019', script: true });
  const base = program.span.start;
  let out = '';
  let end = 0;
  const arrows = outerArrows(program.body, []).sort((one, other) => one.span.start - other.span.start);
  for (const { span, body } of arrows) {
    const [from, to] = [span.start - base, span.end - base];
    const source = code.slice(from, to);
    if (source.length < LONG_ENOUGH || /\b(?:this|arguments)\b/.test(source)) continue;
    out += code.slice(end, from) + asFunction(source, body.span.start - span.start, 'stmts' in body);
    end = to;
  }
  return text.slice(0, start) + out + code.slice(end);
}
