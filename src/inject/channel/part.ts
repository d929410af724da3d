import type { Part } from '../composition.ts';
import { wrongArgument } from '../payload.ts';
import { Channel } from './channel.ts';
import { takeProof } from './proof.ts';

/** What calls that bring a `channelProof` need. */
export const channelPart: NonNullable<Part['channel']> = (agent, key, finished) => {
  const channel = new Channel(agent, key, finished);
  return {
    start(verb, args) {
      const shown = takeProof(verb, args);
      return shown && channel.start(verb, shown.args, shown.proof);
    },
    poll: (job, sent) => channel.poll(job, sent),
    // Promises and results of one task can be seen by the page: what frames of other origins show is only for `start`.
    refuse: (verb, args) =>
      takeProof(verb, args) &&
      wrongArgument(
        'channelProof',
        'A channelProof is only for calls that are begun with start and fetched with json("poll", job).',
      ),
  };
};
