import { type AgentBrowser, createApi } from './api.ts';
import { signer } from './channel/key.ts';
import type { Composition } from './composition.ts';
import { createState } from './create-state.ts';
import { isString } from './dom/is-string.ts';
import { installing, VERSION } from './install.ts';
import { createNonces } from './nonce.ts';
import { guard } from './realm.ts';

/** Under this name a sealed script shows a later one with the same key that it is no page's. */
const PROOF = Symbol.for('agent-browser-inpage-proof');

/** Whether this is what an injection with the same key has left. */
const knowsKey = (existing: unknown, key: string): existing is AgentBrowser => {
  const nonce = createNonces()();
  try {
    const prove = (existing as Record<symbol, ((nonce: string) => unknown) | undefined> | undefined)?.[PROOF];
    return prove?.(nonce) === signer(key)('api', nonce);
  } catch {
    // Something of the page's own.
    return false;
  }
};

/** No script of the page has run: there is nothing it could have come in, or only what an empty frame begins with. */
const isBeforeContent = (): boolean => {
  const root = document.documentElement as Element | null;
  if (location.href === 'about:blank') return !document.body?.firstChild;
  return document.readyState === 'loading' && !root?.firstElementChild;
};

/**
 * As `install` with a key: nothing can be put in its place, and nothing of it can be taken. A script with the same key
 * that is there already stays: it came before anything that the page has done since.
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
