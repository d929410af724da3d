import type { DriverEvent } from '../driver.ts';
import { quoted } from './result-words.ts';

/** An event as text for a model. `isFollowed`: the session switches to the opened tab. */
export const eventWords = (event: DriverEvent, isFollowed: boolean): string => {
  switch (event.type) {
    case 'page':
      return isFollowed
        ? 'A new tab was opened and is the page now; refs of before are dead, going back closes it. New page:'
        : 'A new tab was opened; this is still the page that opened it.';
    case 'dialog': {
      const { kind, message, answer } = event.dialog;
      const how = answer.accept ? 'accepted' : 'dismissed';
      return `The page asked (${kind}): ${quoted(message)}; ${how}${answer.text === undefined ? '' : ` with ${quoted(answer.text)}`}.`;
    }
    case 'download':
      return `A download has begun: ${quoted(event.file)}.`;
  }
};
