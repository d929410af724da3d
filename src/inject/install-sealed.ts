import { type AgentBrowser, createApi } from './api.ts';
import { signer } from './channel/key.ts';
import type { Composition } from './composition.ts';
import { createState } from './create-state.ts';
import { isString } from './dom/is-string.ts';
import { installing, VERSION } from './install.ts';
import { createNonces } from './nonce.ts';
import { guard } from './realm.ts';

/** The key under which a sealed API proves to a later injection with the same channel key that it is no object of the page. */
const PROOF = Symbol.for('agent-browser-inpage-proof');

/** Whether an earlier injection with the same key has put this here. */
const knowsKey = (existing: unknown, key: string): existing is AgentBrowser => {
  const nonce = createNonces()();
  try {
    const prove = (existing as Record<symbol, ((nonce: string) => unknown) | undefined> | undefined)?.[PROOF];
    return prove?.(nonce) === signer(key)('api', nonce);
  } catch {
    // Something that the page has put there.
    return false;
  }
};

/** Whether no script of the page can have run: the document has no elements that could contain one. */
const isBeforeContent = (): boolean => {
  const root = document.documentElement as Element | null;
  if (location.href === 'about:blank') return !document.body?.firstChild;
  return document.readyState === 'loading' && !root?.firstElementChild;
};

/**
 * Like `install`, with a channel key: the API can be neither replaced nor changed. One of an earlier injection with the same
 * key stays: it was there before whatever the page has done since.
 */
export const installSealed = (parts: Composition, key: string): AgentBrowser =>
  installing(() => {
    const existing = window.__agentBrowser;
    if (knowsKey(existing, key)) return existing;
    const isFirst = guard.isUntouched && isBeforeContent();
    const api = createApi(VERSION, guard, createState(), parts, () =>
      isFirst && isBeforeContent() ? key : undefined,
    );
    const prove = (given: unknown): unknown =>
      guard.run(() => guard.isSound() && isString(given) && signer(key)('api', given));
    Object.freeze(Object.defineProperty(api, PROOF, { value: prove }));
    Object.defineProperty(window, '__agentBrowser', { value: api });
    return api;
  });
