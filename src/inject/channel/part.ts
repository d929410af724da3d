import type { Part } from '../composition.ts';
import { wrongArgument } from '../payload.ts';
import { Channel } from './channel.ts';
import { takeProof } from './proof.ts';

/** The part that handles calls with a `channelProof`. */
export const channelPart: NonNullable<Part['channel']> = (agent, key, finished) => {
  const channel = new Channel(agent, key, finished);
  return {
    start(verb, args) {
      const shown = takeProof(verb, args);
      return shown && channel.start(verb, shown.args, shown.proof);
    },
    poll: (job, sent) => channel.poll(job, sent),
    // A page can observe promises and synchronous results, so the content of frames of other origins is only given by `start` and `poll`.
    refuse: (verb, args) =>
      takeProof(verb, args) &&
      wrongArgument(
        'channelProof',
        'A channelProof is only for calls that are begun with start and fetched with json("poll", job).',
      ),
  };
};
