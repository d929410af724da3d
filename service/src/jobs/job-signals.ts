import type { Redis } from 'ioredis';

type Listener = (message: string) => void;

/** Listeners of Redis channels over one connection. After a lost connection all are called: they may have missed something. */
export class JobSignals {
  private readonly listeners = new Map<string, Set<Listener>>();

  constructor(private readonly redis: Redis) {
    redis.on('message', (channel: string, message: string) => {
      for (const listener of this.listeners.get(channel) ?? []) listener(message);
    });
    redis.on('ready', () => {
      for (const ofChannel of this.listeners.values())
        for (const listener of ofChannel) listener('reconnected');
    });
  }

  /** @returns what ends it, and a promise that is fulfilled when nothing is missed any more */
  listen(channel: string, listener: Listener): { stop(): void; listening: Promise<unknown> } {
    const ofChannel = this.listeners.get(channel) ?? new Set();
    ofChannel.add(listener);
    this.listeners.set(channel, ofChannel);
    // Again for each listener: it is confirmed only after those before.
    const listening = this.redis.subscribe(channel).catch(() => undefined);
    const stop = () => {
      if (!ofChannel.delete(listener) || ofChannel.size > 0 || this.listeners.get(channel) !== ofChannel)
        return;
      this.listeners.delete(channel);
      this.redis.unsubscribe(channel).catch(() => undefined);
    };
    return { stop, listening };
  }
}
