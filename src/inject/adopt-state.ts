import { createState } from './create-state.ts';
import { isString } from './dom/is-string.ts';
import type { Revision } from './snapshot/delta.ts';
import type { DocumentState } from './state.ts';

/** The key under which the installed API exposes its state to the next injection. */
export const STATE = Symbol.for('agent-browser-inpage');

/** Throws unless the collections are real maps and sets, which a prototype or a proxy can't fake for the native methods. */
const probe = ({ refs, identities, history, jobs, judged, passwords }: DocumentState): void => {
  Map.prototype.has.call(refs.byRef, '');
  Map.prototype.has.call(jobs, '');
  WeakMap.prototype.has.call(refs.byElement, refs);
  WeakMap.prototype.has.call(identities.byElement, refs);
  WeakSet.prototype.has.call(judged, refs as never);
  if (passwords) WeakSet.prototype.has.call(passwords, refs as never);
  for (let i = 0; i < history.length; i++) Map.prototype.has.call((history[i] as Revision).nodes, '');
};

const isState = (state: DocumentState): boolean =>
  state.protocol === 2 &&
  isString(state.refs.letters) &&
  isString(state.document) &&
  Number.isSafeInteger(state.refs.last) &&
  Number.isSafeInteger(state.identities.last) &&
  Number.isSafeInteger(state.revision) &&
  Array.isArray(state.history);

/** The state of an earlier injection, if this version knows its shape; else a new one. */
export const adoptState = (existing: () => unknown): DocumentState => {
  try {
    const state = (existing() as Record<symbol, DocumentState | undefined> | undefined)?.[STATE];
    if (state && isState(state)) {
      if (!state.passwords) state.passwords = new WeakSet();
      if (!state.judged) state.judged = new WeakSet();
      probe(state);
      return state;
    }
  } catch {
    // Something that the page has put there.
  }
  return createState();
};
