import type { HooksPayload } from '../../../contract.ts';
import { cut } from '../../dom/cut.ts';
import type { Hooked } from '../../state.ts';
import { keep, patch } from './patch.ts';

type Policy = NonNullable<HooksPayload['dialogs']>;

const answerTo = (dialog: 'alert' | 'confirm' | 'prompt', preset: unknown, policy: Policy) => {
  if (dialog === 'alert') return undefined;
  const accepts = policy !== true && policy !== 'dismiss';
  if (dialog === 'confirm') return accepts;
  if (!accepts) return null;
  return typeof policy === 'object' ? policy.text : String(preset ?? '');
};

/** Answers alert, confirm and prompt at once and records them, so that none of them blocks the page. */
export const hookDialogs = (hooked: Hooked, policy: Policy): (() => void)[] =>
  (['alert', 'confirm', 'prompt'] as const).map((dialog) =>
    patch(window, dialog, (_self, [message, preset]) => {
      const answer = answerTo(dialog, preset, policy);
      keep(hooked.dialogs, {
        ts: Date.now(),
        dialog,
        message: cut(String(message ?? ''), 500),
        ...(answer !== undefined && answer !== null && { answer }),
      });
      return answer;
    }),
  );
