import type { DialogAnswer, DialogKind, DialogSeen } from './driver.ts';

const MESSAGE_CHARS = 500;

/** Decides the answer to a dialog at once, so that no call of a session waits for a person. */
export type DialogPolicy = (kind: DialogKind, message: string, suggested?: string) => DialogAnswer;

/**
 * The default policy: accepts alerts and leaving a page; dismisses confirmations, since nobody has agreed to anything, and
 * prompts.
 */
export const cautiousDialogs: DialogPolicy = (kind) => ({
  accept: kind === 'alert' || kind === 'beforeunload',
});

/** A dialog with the policy's answer. An accepted prompt without a text gets the suggested one, as when a person presses OK. */
export const answerDialog = (
  policy: DialogPolicy,
  kind: string,
  message: string,
  suggested?: string,
): DialogSeen => {
  const known =
    (['alert', 'confirm', 'prompt', 'beforeunload'] as const).find((one) => one === kind) ?? 'alert';
  const clipped = message.slice(0, MESSAGE_CHARS);
  const { accept, text = suggested } = policy(known, clipped, suggested);
  return {
    kind: known,
    message: clipped,
    answer: { accept, ...(known === 'prompt' && accept && text && { text }) },
  };
};
