import type { Redis } from 'ioredis';

type Listener = (message: string) => void;

/** Listeners of Redis channels on one connection. After a reconnect all are called, as they may have missed messages. */
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

  /** @returns `stop`, which ends the subscription, and `listening`, which resolves when no message is missed any more */
  listen(channel: string, listener: Listener): { stop(): void; listening: Promise<unknown> } {
    const ofChannel = this.listeners.get(channel) ?? new Set();
    ofChannel.add(listener);
    this.listeners.set(channel, ofChannel);
    // Subscribes again for each listener of a channel: the confirmation comes only after earlier subscriptions are active.
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
