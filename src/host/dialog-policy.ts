import type { DialogAnswer, DialogKind, DialogSeen } from './driver.ts';

const MESSAGE_CHARS = 500;

/** Answers a page's dialogs at once, so that no call of a session waits for a person. */
export type DialogPolicy = (kind: DialogKind, message: string, suggested?: string) => DialogAnswer;

/**
 * Alerts and leaving a page are accepted, confirmations are not (nobody has agreed to anything), and prompts are
 * dismissed.
 */
export const cautiousDialogs: DialogPolicy = (kind) => ({
  accept: kind === 'alert' || kind === 'beforeunload',
});

/** What a policy answers to a dialog, with what the dialog said. A prompt that is accepted takes what it suggests, as by a person. */
export const answerDialog = (
  policy: DialogPolicy,
  kind: string,
  message: string,
  suggested?: string,
): DialogSeen => {
  const known =
    (['alert', 'confirm', 'prompt', 'beforeunload'] as const).find((one) => one === kind) ?? 'alert';
  const said = message.slice(0, MESSAGE_CHARS);
  const { accept, text = suggested } = policy(known, said, suggested);
  return {
    kind: known,
    message: said,
    answer: { accept, ...(known === 'prompt' && accept && text && { text }) },
  };
};
