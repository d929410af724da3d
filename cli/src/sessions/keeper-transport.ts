import type { Socket } from 'node:net';
import type { ConnectOverCDPTransport } from 'playwright-core';
import { splitMessages } from './split-messages.ts';

/** A message of the DevTools protocol. */
interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  sessionId?: string;
}

interface Attached {
  sessionId: string;
  targetInfo: { type: string; browserContextId?: string };
}

/**
 * Ids of contexts whose messages are held back until they are adopted. `default`: of every context, as a browser with a
 * profile has only its default context.
 */
export type Waiting = ReadonlySet<string> | 'default';

const isPage = ({ method, params }: Message): boolean =>
  method === 'Target.attachedToTarget' && (params as unknown as Attached).targetInfo.type === 'page';

/**
 * Playwright's connection to a kept browser, through its keeper. It differs from Playwright's own connections in three
 * points:
 *
 * - contexts that it makes are not disposed of with the connection (`disposeOnDetach`);
 * - a context that exists already can be adopted: the next `browser.newContext` returns it, {@link release} its pages;
 * - the default context, which is a profile's, can be adopted as well, though the protocol knows no id for it.
 */
export class KeeperTransport implements ConnectOverCDPTransport {
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  /** Messages that are held back, in order of arrival: those of targets in contexts that are not adopted yet. */
  #held: { context: string; message: Message }[] = [];
  readonly #heldSessions = new Map<string, string>();
  #waits: Waiting;
  #adopted: string | undefined;
  #defaultContext: string | undefined;
  #onFirst: (context: string) => void = () => undefined;
  readonly #first = new Promise<string>((resolve) => {
    this.#onFirst = resolve;
  });

  constructor(
    private readonly socket: Socket,
    private readonly session: string,
    waits: Waiting,
  ) {
    this.#waits = waits;
    socket.on(
      'data',
      splitMessages((message) => this.#receive(JSON.parse(message.toString()))),
    );
    socket.on('close', () => setImmediate(() => this.onclose?.()));
  }

  send(message: object): void {
    const { method, id, params } = message as Message;
    const isDefault = this.#defaultContext !== undefined && params?.browserContextId === this.#defaultContext;
    if (method === 'Target.createBrowserContext' && this.#adopted !== undefined) {
      this.#give({ id, result: { browserContextId: this.#adopted } });
      this.#adopted = undefined;
    } else if (method === 'Target.createBrowserContext')
      this.#write({ ...message, params: { ...params, disposeOnDetach: false } });
    else if (isDefault && method === 'Target.disposeBrowserContext')
      // The default context ends with the browser.
      this.#give({ id, result: {} });
    else if (isDefault) {
      const { browserContextId: _, ...rest } = params ?? {};
      this.#write({ ...message, params: rest });
    } else this.#write(message);
  }

  close(): void {
    this.socket.end();
  }

  /** Asks the keeper to end the browser. */
  endBrowser(): void {
    this.socket.write('close\0');
  }

  /** Makes the next `browser.newContext` return this context of the browser in place of a new one. */
  adopt(context: string): void {
    this.#adopted = context;
  }

  /** Adopts the default context, once the browser has a page in it; returns its id. */
  async adoptDefault(): Promise<string> {
    this.#defaultContext = await this.#first;
    this.adopt(this.#defaultContext);
    return this.#defaultContext;
  }

  /** Delivers what was held back of an adopted context; returns how many pages the context has. */
  release(context: string): number {
    this.#waits = new Set(this.#waits === 'default' ? [] : [...this.#waits].filter((one) => one !== context));
    const mine = this.#held.filter((one) => one.context === context);
    this.#held = this.#held.filter((one) => one.context !== context);
    for (const { message } of mine) this.#give(message);
    return mine.filter(({ message }) => isPage(message)).length;
  }

  #receive(message: Message): void {
    const { sessionId, ...mine } = message;
    if (sessionId === this.session) this.#deliver(mine, this.#waitingContext(mine));
    // A message without a session answers a request of the keeper itself.
    else if (sessionId !== undefined) this.#deliver(message, this.#heldSessions.get(sessionId));
  }

  /**
   * The context of the target that a message of the browser's session is about, if that context's messages are held
   * back.
   */
  #waitingContext({ method, params }: Message): string | undefined {
    if (method === 'Target.detachedFromTarget') return this.#heldSessions.get(String(params?.sessionId));
    if (method !== 'Target.attachedToTarget') return undefined;
    const { sessionId, targetInfo } = params as unknown as Attached;
    const context = targetInfo.browserContextId;
    if (context === undefined || !this.#isWaiting(context)) return undefined;
    this.#heldSessions.set(sessionId, context);
    if (targetInfo.type === 'page') this.#onFirst(context);
    return context;
  }

  #isWaiting(context: string): boolean {
    return this.#waits === 'default' || this.#waits.has(context);
  }

  #deliver(message: Message, waiting: string | undefined): void {
    if (waiting === undefined || !this.#isWaiting(waiting)) this.#give(message);
    else this.#held.push({ context: waiting, message });
  }

  /**
   * Delivers each message in a task of its own, as Playwright's own transports do: whoever awaits it goes on before the
   * next message.
   */
  #give(message: object): void {
    setImmediate(() => this.onmessage?.(message));
  }

  #write(message: Message): void {
    const sessionId = message.sessionId ?? this.session;
    this.socket.write(`${JSON.stringify({ ...message, sessionId })}\0`);
  }
}
