import { toJson } from '../../render/core.ts';
import { type Agent, keepUndo } from '../agent.ts';
import { fail } from '../result.ts';
import type { Sign } from './key.ts';
import { seal, unseal } from './secret.ts';
import { inStep } from './step.ts';

/** A request to the document in a frame. */
export interface Request {
  verb: 'snapshot' | 'page' | 'action' | 'query';
  args: unknown[];
  /** How many levels of frames of other origins the asked document is below the top. */
  depth: number;
  /** How long the answer is waited for, in ms. */
  ms: number;
}

/** An answer: the origin is told by the browser, all else is untrusted. */
export interface Answer {
  origin: string;
  document: string;
  body: unknown;
}

/** Answers a request; called once. */
export type Serve = (request: Request, reply: (body: object) => void) => void;

const MESSAGE_MARK = 'agent-browser-channel ';

/** Longer messages between windows are none of this script; longer answers are refused. */
const MAX_GREETING_CHARS = 600;
const MAX_ANSWER_CHARS = 8_000_000;
/** How many characters sealing adds to a text: the signature. */
const SEAL_CHARS = 64;

const TOO_LONG = fail('invalid_argument', 'The answer has more than 8,000,000 characters. Ask for less.', {
  argument: 'limitChars',
});

const { setTimeout, clearTimeout } = window;
const { apply } = Reflect;
const dataOf = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')?.get;

/** Whether a message is one of this script. Calls no method, since the page may have replaced it, and most messages are not for the script. */
const isGreeting = (data: unknown): data is string => {
  if (typeof data !== 'string' || data.length > MAX_GREETING_CHARS) return false;
  for (let i = 0; i < MESSAGE_MARK.length; i++) if (data[i] !== MESSAGE_MARK[i]) return false;
  return true;
};

/** The ancestor windows, read at injection: a page can replace its `parent` later. */
const windowsAbove = (): unknown[] => {
  const above: unknown[] = [];
  for (let at: Window = window; at !== at.parent && above.length < 20; at = at.parent) above.push(at.parent);
  return above;
};

/** A sent greeting that has no answer yet. */
interface Pending {
  window: unknown;
  met(port: MessagePort, session: string, from: Omit<Answer, 'body'>): void;
}

/**
 * Exchanges messages with the same script in frames of other origins and in ancestor windows. Each request and its answer
 * go over a port of their own, sealed; the messages that pages can see show only that the script is there.
 */
export class Link {
  private readonly above = windowsAbove();
  private readonly pending = new Map<string, Pending>();
  private readonly origin = window.origin;

  constructor(
    private readonly agent: Agent,
    private readonly sign: Sign,
    private readonly nonce: () => string,
    private readonly serve: Serve,
  ) {
    const onMessage = (event: MessageEvent): void => {
      const data: unknown = dataOf && apply(dataOf, event, []);
      if (isGreeting(data) && event.isTrusted) this.safely(() => this.greeted(event, data));
    };
    EventTarget.prototype.addEventListener.call(window, 'message', onMessage as EventListener, true);
    keepUndo(agent, 'channel', () =>
      EventTarget.prototype.removeEventListener.call(window, 'message', onMessage as EventListener, true),
    );
  }

  /** Runs `work` with all built-ins in place, so that the page observes nothing of it; undefined where that is not possible. */
  safely<T>(work: () => T): T | undefined {
    const { guard } = this.agent;
    return guard.run(() => (guard.isSound() ? work() : undefined));
  }

  /**
   * Sends a request to the document in a window; with `document`, only to the document with that id. `done` is called once,
   * in a step of its own, with undefined if no answer came in time. Returns a function that ends the wait.
   */
  ask(
    to: Window,
    request: Request,
    done: (answer: Answer | undefined) => void,
    document?: string,
  ): () => void {
    const nonce = this.nonce();
    let port: MessagePort | undefined;
    let isOver = false;
    const finish = (answer?: Answer): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.safely(() => this.pending.delete(nonce));
      if (port) MessagePort.prototype.close.call(port);
      inStep(this.agent.guard, () => done(answer));
    };
    const timer = setTimeout(() => finish(), request.ms);
    this.pending.set(nonce, {
      window: to,
      met: (found, session, from) => {
        port = found;
        if (document !== undefined && document !== from.document) {
          finish({ ...from, body: undefined });
          return;
        }
        this.listen(port, (sealed) => {
          const body = this.safely(() => this.open(session, 'answer', sealed));
          if (body !== undefined) finish({ ...from, body });
        });
        port.postMessage(seal(session, 'ask', toJson(request)));
      },
    });
    to.postMessage(`${MESSAGE_MARK}hello ${nonce} ${this.sign('hello', nonce, this.origin)}`, '*');
    return () => finish();
  }

  private open(session: string, way: 'ask' | 'answer', sealed: unknown): unknown {
    if (typeof sealed !== 'string' || sealed.length > MAX_ANSWER_CHARS) return undefined;
    const text = unseal(session, way, sealed);
    return text === undefined ? undefined : JSON.parse(text);
  }

  private listen(port: MessagePort, onMessage: (data: unknown) => void): void {
    port.addEventListener('message', (event) => onMessage(dataOf && apply(dataOf, event, [])));
    port.start();
  }

  private session(nonce: string, other: string): string {
    return this.sign('session', nonce, other);
  }

  private greeted(event: MessageEvent, data: string): void {
    const [word, nonce = '', ...rest] = data.slice(MESSAGE_MARK.length).split(' ');
    if (word === 'hello') this.welcome(event, nonce, rest[0]);
    else if (word === 'welcome') this.meet(event, nonce, rest);
  }

  /** Answers the greeting of an ancestor window that has the key. */
  private welcome(event: MessageEvent, nonce: string, mac: string | undefined): void {
    const { source, origin } = event;
    if (mac !== this.sign('hello', nonce, origin) || !this.above.includes(source)) return;
    event.stopImmediatePropagation();
    const own = this.nonce();
    const { document } = this.agent.state;
    const { port1, port2 } = new MessageChannel();
    const session = this.session(nonce, own);
    let isAsked = false;
    this.listen(port1, (sealed) => {
      const request = this.safely(() => this.open(session, 'ask', sealed)) as Request | undefined;
      if (!request || isAsked) return;
      isAsked = true;
      const reply = (body: object): void => {
        const text = toJson(body);
        // Sealing is slow: a text that the other side would refuse is not sealed.
        const fits = text.length <= MAX_ANSWER_CHARS - SEAL_CHARS;
        port1.postMessage(seal(session, 'answer', fits ? text : toJson(TOO_LONG)));
      };
      inStep(this.agent.guard, () => this.serve(request, reply));
    });
    const proof = this.sign('welcome', nonce, own, document, this.origin, origin);
    (source as Window).postMessage(
      `${MESSAGE_MARK}welcome ${nonce} ${own} ${document} ${proof}`,
      origin === 'null' ? '*' : origin,
      [port2],
    );
  }

  /** Handles the welcome of a document in a frame that has the key. Only an answer to a greeting of this window, from the greeted window, counts. */
  private meet(event: MessageEvent, nonce: string, [own = '', document = '', mac]: string[]): void {
    const { source, origin, ports } = event;
    if (mac !== this.sign('welcome', nonce, own, document, origin, this.origin)) return;
    event.stopImmediatePropagation();
    const port = ports[0];
    const waiting = this.pending.get(nonce);
    if (waiting?.window !== source) port?.close();
    else if (port) {
      this.pending.delete(nonce);
      waiting?.met(port, this.session(nonce, own), { origin, document });
    }
  }
}
