import { parse } from '@swc/core';

/**
 * V8 only skims a `function` until it is called, but reads an arrow function in full where it stands
 * (`ParseArrowFunctionLiteral`), and again when it is called: a fifth of what an injection took. From this length on the
 * word is worth its bytes; the shorter ones are a tenth of all arrow functions.
 */
const LONG_ENOUGH = 200;

/** Where the arrow functions are that the outermost function declares, in bytes from the first token on. */
function* declaredArrows(/** @type {import('@swc/core').Script | import('@swc/core').Module} */ program) {
  for (const statement of program.body) {
    const call = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
    let callee = call?.type === 'CallExpression' ? call.callee : undefined;
    while (callee?.type === 'ParenthesisExpression') callee = callee.expression;
    if (callee?.type !== 'ArrowFunctionExpression' || !('stmts' in callee.body)) continue;
    for (const one of callee.body.stmts) {
      if (one.type !== 'VariableDeclaration') continue;
      for (const { init } of one.declarations) if (init?.type === 'ArrowFunctionExpression') yield init;
    }
  }
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

/** Makes functions of the long arrow functions at the top of a minified script. */
export async function withLazyFunctions(/** @type {string} */ text) {
  const start = text.indexOf('"use strict"');
  if (start < 0) throw new Error('A script begins with "use strict".');
  const code = text.slice(start);
  const program = await parse(code, { syntax: 'ecmascript', target: 'es2019', script: true });
  const base = program.span.start;
  let out = '';
  let end = 0;
  for (const { span, body } of declaredArrows(program)) {
    const [from, to] = [span.start - base, span.end - base];
    const source = code.slice(from, to);
    if (source.length < LONG_ENOUGH || /\b(?:this|arguments)\b/.test(source)) continue;
    out += code.slice(end, from) + asFunction(source, body.span.start - span.start, 'stmts' in body);
    end = to;
  }
  return text.slice(0, start) + out + code.slice(end);
}
