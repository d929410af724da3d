import { hexOf } from './channel/hmac.ts';
import { createRefTable } from './element/refs.ts';
import { randomBytes } from './nonce.ts';
import type { DocumentState } from './state.ts';

/** The state of a document without an earlier injection. */
export const createState = (): DocumentState => {
  const refs = createRefTable();
  return {
    protocol: 2,
    document: refs.letters + hexOf(randomBytes(8)),
    refs,
    identities: { byElement: new WeakMap(), last: 0 },
    revision: 0,
    judged: new WeakSet(),
    history: [],
    passwords: new WeakSet(),
    jobs: new Map(),
    lastJob: 0,
  };
};
