/** The parameters of a protocol event. */
export type CdpParams = Record<string, unknown>;

/** A session of the Chrome DevTools Protocol with one page. */
export interface CdpClient {
  send(method: string, params?: Record<string, unknown>): Promise<unknown>;
  /** `(event: string, listener: (params) => void)`; typed `never`, since clients declare their own generic types here. */
  on?(event: never, listener: never): unknown;
  /**
   * The client of another session of the same connection (`Target.attachToTarget` with `flatten`), or, without an id, of the
   * connection itself. With a client that lacks it, new tabs are reported but not followed.
   */
  session?(sessionId?: string): CdpClient;
}

/** The part of a WebSocket that is used, common to the browser's, Node's and `ws`'s. */
export interface SocketLike {
  send(text: string): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: () => void): void;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: CdpParams;
  result?: unknown;
  error?: { message: string };
}

/** A session of a connection: its calls without an answer yet, and its listeners. */
class Session {
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  readonly #listeners = new Map<string, ((params: CdpParams) => void)[]>();
  #end: Error | undefined;

  /** @param post sends a message of this session, and returns its id */
  constructor(private readonly post: (message: object) => number) {}

  send(method: string, params: CdpParams = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#end) reject(this.#end);
      else this.#waiting.set(this.post({ method, params }), { resolve, reject });
    });
  }

  on(event: string, listener: (params: CdpParams) => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  hear({ id, method, params = {}, result, error }: Message): void {
    const call = id === undefined ? undefined : this.#waiting.get(id);
    if (call) {
      this.#waiting.delete(id as number);
      if (error) call.reject(new Error(error.message));
      else call.resolve(result);
    } else if (method) {
      for (const listener of this.#listeners.get(method) ?? []) listener(params);
    }
  }

  end(reason: string): void {
    this.#end = new Error(reason);
    for (const { reject } of this.#waiting.values()) reject(this.#end);
    this.#waiting.clear();
    // The browser reports the end only to the session that had attached to this one.
    this.hear({ method: 'Inspector.detached', params: { reason } });
  }
}

const connections = new WeakMap<SocketLike, (sessionId?: string) => Session>();

/** A function that returns the sessions of a socket, each made once. */
const connect = (socket: SocketLike): ((sessionId?: string) => Session) => {
  const sessions = new Map<string | undefined, Session>();
  let last = 0;
  const session = (sessionId?: string): Session => {
    const known = sessions.get(sessionId);
    if (known) return known;
    const session = new Session((message) => {
      const id = ++last;
      socket.send(JSON.stringify({ id, ...message, ...(sessionId !== undefined && { sessionId }) }));
      return id;
    });
    sessions.set(sessionId, session);
    return session;
  };
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.method === 'Target.detachedFromTarget') {
      const goneId = String(message.params?.sessionId);
      sessions.get(goneId)?.end('The tab is gone.');
      sessions.delete(goneId);
    }
    sessions.get(message.sessionId)?.hear(message);
  });
  socket.addEventListener('close', () => {
    for (const one of sessions.values()) one.end('The browser is gone.');
  });
  return session;
};

/**
 * A client over an open socket: the socket of a page (`webSocketDebuggerUrl` in `/json/list`), or, with `sessionId`, that of
 * a browser which has attached to the page (`Target.attachToTarget` with `flatten`).
 */
export const cdpOverSocket = (socket: SocketLike, sessionId?: string): CdpClient => {
  const sessionOf = connections.get(socket) ?? connect(socket);
  connections.set(socket, sessionOf);
  const session = sessionOf(sessionId);
  return {
    send: (method, params) => session.send(method, params),
    on: (event: string, listener: (params: CdpParams) => void) => session.on(event, listener),
    session: (other) => cdpOverSocket(socket, other),
  };
};
