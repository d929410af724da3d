/** Mulberry32: small, fast, and the same in every engine. https://github.com/bryc/code/blob/master/jshash/PRNGs.md */
export class Random {
  constructor(private state: number) {}

  /** From 0 up to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(of: number): boolean {
    return this.next() < of;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.int(from.length)] as T;
  }
}

/** A seed for each step of each session, so that leaving out one step does not change the others. */
export const seedOf = (...parts: readonly number[]): number => {
  let hash = 0x811c9dc5;
  for (const part of parts) hash = Math.imul(hash ^ (part | 0), 0x01000193) ^ (hash >>> 13);
  return hash;
};
