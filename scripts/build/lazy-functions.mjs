import { parse } from '@swc/core';

/**
 * V8 only skims a `function` until it is called, but reads an arrow function in full where it stands
 * (`ParseArrowFunctionLiteral`), and again when it is called: a fifth of what an injection took. From this length on the
 * word is worth its bytes: with those of 100 letters too, the first text came no sooner.
 */
const LONG_ENOUGH = 180;

/**
 * The arrow functions that stand in no other function than the outermost.
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

/** An arrow function as a function; the same where it has no `this` of its own to lose. */
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

/** Makes functions of the long arrow functions of a minified script, which is one function. */
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
