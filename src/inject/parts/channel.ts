import { channelPart } from '../channel/part.ts';
import type { Part } from '../composition.ts';

/** `parts/channel.js`: frames of other origins, with a key. */
export default { channel: channelPart } satisfies Part;
