import type { TruncateReason } from '../../contract.ts';
import type { Draft } from './draft.ts';

/** Meta, stats and the like. */
const RESULT_BYTES = 1200;

/** Keys and punctuation of a node in the tree. */
const NODE_BYTES = 75;

/** The same for its entry among the refs. */
const REF_BYTES = 110;

/** UTF-8 length, near enough: CJK takes three bytes, other letters beyond ASCII two. */
const utf8Bytes = (text: string | undefined): number => {
  let bytes = 0;
  for (let i = 0; text && i < text.length; i++) {
    const code = text.charCodeAt(i);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
  }
  return bytes;
};

const jsonBytes = ({ node, evidence }: Draft): number => {
  const own = utf8Bytes(node.name);
  const rest = utf8Bytes(node.url) + utf8Bytes(node.value);
  return own + rest + utf8Bytes(node.text) + (evidence ? REF_BYTES + own + rest : 0);
};

/** What a walk may still emit. Once something had no room, nothing more has. */
export class Budget {
  emitted = 0;
  /** Where the walk stopped early, and why. */
  stopped: { at: Element; reason: TruncateReason } | undefined;
  /** About how long the JSON of what was emitted is. */
  private bytes = RESULT_BYTES;

  constructor(
    private readonly maxNodes: number,
    private readonly maxJsonBytes: number,
    private readonly deadline: number,
  ) {}

  stop(at: Element, reason: TruncateReason): false {
    this.stopped ??= { at, reason };
    return false;
  }

  /** What is left for others. */
  get left(): { maxNodes: number; maxJsonBytes: number } {
    return { maxNodes: this.maxNodes - this.emitted, maxJsonBytes: this.maxJsonBytes - this.bytes };
  }

  isLate(): boolean {
    return Date.now() > this.deadline;
  }

  /** Makes room for a node and for the containers above it that nothing was in before. */
  reserve(draft: Draft, at: Element): boolean {
    let need = 0;
    for (let up: Draft | undefined = draft; up && !up.reserved; up = up.parent) need++;
    if (this.emitted + need > this.maxNodes) return this.stop(at, 'maxNodes');
    this.bytes += need * NODE_BYTES + jsonBytes(draft);
    if (this.bytes > this.maxJsonBytes) return this.stop(at, 'maxJsonBytes');
    this.emitted += need;
    for (let up: Draft | undefined = draft; up && !up.reserved; up = up.parent) up.reserved = true;
    return true;
  }

  release(draft: Draft): void {
    if (draft.reserved) this.emitted--;
    draft.reserved = false;
  }
}
