import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { withNamedUndefined } from '../../scripts/build/named-undefined.mjs';

describe('`undefined`', () => {
  it('gets a name that the script does not use', () => {
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
