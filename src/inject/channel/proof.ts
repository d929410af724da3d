import { has } from '../payload.ts';

/** The verbs that reach frames of other origins. */
export const VERBS: readonly string[] = ['snapshot', 'page', 'action', 'query'];

/** The `channelProof` of a call, and its arguments without it; undefined for a call without one. */
export const takeProof = (
  verb: string,
  args: readonly unknown[],
): { proof: unknown; args: unknown[] } | undefined => {
  const at = Math.min(VERBS.indexOf(verb), 2);
  const holder = args[at];
  if (!VERBS.includes(verb) || !has(holder, 'channelProof')) return undefined;
  const { channelProof: proof, ...rest } = holder;
  const others = args.slice();
  others[at] = rest;
  return proof === undefined ? undefined : { proof, args: others };
};
