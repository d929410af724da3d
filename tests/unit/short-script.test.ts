import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { withNamedUndefined } from '../../scripts/build/named-undefined.mjs';
import { withShortChains } from '../../scripts/build/short-chains.mjs';

describe('chains that may end early', () => {
  const short: [what: string, script: string, shortened: string][] = [
    ['of which only the truth counts', 'if((a==null?void 0:a.b)||c)d()', 'if(((a&&(a.b)))||c)d()'],
    ['that are asked whether they are there', 'a!=null&&a.b?c:d', '(a&&(a.b))?c:d'],
    ['that are compared with a word', 'x=(a==null?void 0:a.b)==="c"', 'x=((a&&(a.b)))==="c"'],
    [
      'in one another',
      'x=!((n=(t=a)==null?void 0:t.b)==null?void 0:n.c)',
      'x=!(((n=((t=a)&&(t.b)))&&(n.c)))',
    ],
    ['behind letters of more bytes', 'x="“";if(a!=null&&a.b)c()', 'x="“";if((a&&(a.b)))c()'],
  ];
  for (const [what, script, shortened] of short)
    it(`${what} are short`, async () => expect(await withShortChains(script)).toBe(shortened));

  const kept: [what: string, script: string][] = [
    ['what they give is kept', 'x=a==null?void 0:a.b'],
    ['they are given on', 'f(a!=null&&a.b)'],
    ['they are compared with what may be nothing', 'x=(a==null?void 0:a.b)===c'],
    ['they are compared with what is false', 'x=(a==null?void 0:a.b)!==0'],
  ];
  for (const [what, script] of kept)
    it(`stay as they are where ${what}`, async () => expect(await withShortChains(script)).toBe(script));
});

describe('`undefined`', () => {
  it('has a name that the script does not use', () => {
    const script =
      '"use strict";(()=>{let aa=e=>e?1:void 0;result=[aa(0),aa(1),void 0===aa(0),aa(1)!==void 0]})();';
    const named = withNamedUndefined(script);
    expect(named).toBe(
      '"use strict";(ab=>{let aa=e=>e?1:ab;result=[aa(0),aa(1),void 0===aa(0),aa(1)!==void 0]})();',
    );
    const context = { result: undefined as unknown };
    runInNewContext(named.replace('"use strict";', '"use strict";var result;'), context);
    expect(context.result).toEqual([undefined, 1, true, true]);
  });
});
