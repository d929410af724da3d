import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { withLazyFunctions } from '../../scripts/build/lazy-functions.mjs';

/** Long enough that lazy compilation pays. */
const LONG = `"${'-'.repeat(200)}"`;

const scriptOf = (body: string): string => `/*! banner => {} */"use strict";result=(()=>{${body}})();`;

const resultOf = (script: string): unknown => {
  const context = { result: undefined as unknown };
  runInNewContext(script, context);
  return context.result;
};

describe('long arrow functions of a script', () => {
  const cases: [what: string, body: string, value: unknown][] = [
    ['with a block', `let f=(a,b)=>{let c=${LONG};return a+b+c.length};return f(1,2)`, 203],
    ['with an expression', `let f=a=>a+${LONG}.length;return f(1)`, 201],
    ['that give an object', `let f=({a},...b)=>({a,b,c:${LONG}.length});return f({a:1},2).c`, 200],
    ['in a table', `let t={f:a=>a+${LONG}.length,g:[(a=2)=>a+${LONG}.length]};return t.f(1)+t.g[0]()`, 403],
    ['in one another', `let f=a=>{let g=b=>b+${LONG}.length;return g(a)};return f(1)`, 201],
    ['called where they stand', `return(a=>a+${LONG}.length)(1)`, 201],
  ];
  for (const [what, body, value] of cases)
    it(`${what} become functions that do the same`, async () => {
      const before = scriptOf(body);
      const after = await withLazyFunctions(before.replace('result=(', '('));
      expect(after).toContain('function');
      expect(resultOf(before)).toEqual(value);
      expect(resultOf(after.replace('"use strict";(', '"use strict";result=('))).toEqual(value);
    });

  it('stay where they are short, or use an outer `this`', async () => {
    for (const body of ['let f=a=>a+1;return f(1)', `let f=()=>[this,${LONG}];return f()[1].length`]) {
      const script = scriptOf(body).replace('result=(', '(');
      expect(await withLazyFunctions(script)).toBe(script);
    }
  });

  it('that are async stay async', async () => {
    const script = scriptOf(`let f=async a=>{await a;return ${LONG}};return f(1)`).replace('result=(', '(');
    expect(await withLazyFunctions(script)).toContain('async function(a){');
  });
});
