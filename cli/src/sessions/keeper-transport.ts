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

/** `default`: everything that is in the browser, which is a profile's. */
export type Waiting = ReadonlySet<string> | 'default';

const isPage = ({ method, params }: Message): boolean =>
  method === 'Target.attachedToTarget' && (params as unknown as Attached).targetInfo.type === 'page';

/**
 * Playwright's way to a browser that is kept. It makes three things different from a browser of Playwright's own:
 *
 * - contexts that it makes are not disposed of with the connection (`disposeOnDetach`);
 * - a context that is there already can be adopted: `browser.newContext` then gives that one, and its pages with
 *   {@link KeeperTransport.release};
 * - the browser's default context, which is a profile's, can be adopted as well, though the protocol knows no id for it.
 */
export class KeeperTransport implements ConnectOverCDPTransport {
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  /** What is held back, in the order in which it came: sessions of targets that belong to a context which waits. */
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
      // It ends with the browser.
      this.#give({ id, result: {} });
    else if (isDefault) {
      const { browserContextId: _, ...rest } = params ?? {};
      this.#write({ ...message, params: rest });
    } else this.#write(message);
  }

  close(): void {
    this.socket.end();
  }

  /** Has the browser ended by who keeps it. */
  endBrowser(): void {
    this.socket.write('close\0');
  }

  /** The next context that is made is this one, which the browser has already. */
  adopt(context: string): void {
    this.#adopted = context;
  }

  /** The same for the default context, once the browser has a page in it; gives its id. */
  async adoptDefault(): Promise<string> {
    this.#defaultContext = await this.#first;
    this.adopt(this.#defaultContext);
    return this.#defaultContext;
  }

  /** Tells of the pages of a context that was adopted; gives how many there are. */
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
    // One without a session is an answer to the keeper.
    else if (sessionId !== undefined) this.#deliver(message, this.#heldSessions.get(sessionId));
  }

  /** The context that waits and that a message of the browser is about. */
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

  /** Each in a task of its own, as Playwright's own transports do: what waits for an answer goes on before the next one. */
  #give(message: object): void {
    setImmediate(() => this.onmessage?.(message));
  }

  #write(message: Message): void {
    const sessionId = message.sessionId ?? this.session;
    this.socket.write(`${JSON.stringify({ ...message, sessionId })}\0`);
  }
}
