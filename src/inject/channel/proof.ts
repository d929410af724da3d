import { has } from '../payload.ts';

/** What frames of other origins can be asked for. */
export const VERBS: readonly string[] = ['snapshot', 'page', 'action', 'query'];

/** The proof that a call brings, taken out of it. */
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
