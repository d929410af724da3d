import { toJson } from '../../render/core.ts';
import { type Agent, keepUndo } from '../agent.ts';
import { fail } from '../result.ts';
import type { Sign } from './key.ts';
import { seal, unseal } from './secret.ts';
import { inStep } from './step.ts';

/** What a document asks of the one in a frame. */
export interface Request {
  verb: 'snapshot' | 'page' | 'action' | 'query';
  args: unknown[];
  /** How many frames of other origins lie between here and the top. */
  depth: number;
  /** So long the answer is waited for. */
  ms: number;
}

/** Who answered, as the browser says it, and what: of a document that may say anything. */
export interface Answer {
  origin: string;
  document: string;
  body: unknown;
}

/** Answers a request; called once. */
export type Serve = (request: Request, reply: (body: object) => void) => void;

const MESSAGE_MARK = 'agent-browser-channel ';

/** Longer messages between windows are not ours; longer answers are refused. */
const MOST_GREETING = 600;
const MOST_ANSWER = 8_000_000;
/** So much longer is a text that is sealed. */
const SEAL = 64;

const TOO_LONG = fail('invalid_argument', 'The answer has more than 8,000,000 characters. Ask for less.', {
  argument: 'limitChars',
});

const { setTimeout, clearTimeout } = window;
const { apply } = Reflect;
const dataOf = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')?.get;

/** Without any method that the page may have replaced: most messages are not for us. */
const isGreeting = (data: unknown): data is string => {
  if (typeof data !== 'string' || data.length > MOST_GREETING) return false;
  for (let i = 0; i < MESSAGE_MARK.length; i++) if (data[i] !== MESSAGE_MARK[i]) return false;
  return true;
};

/** The windows above this one, as they are at injection: a page can put something else in the place of its `parent`. */
const windowsAbove = (): unknown[] => {
  const above: unknown[] = [];
  for (let at: Window = window; at !== at.parent && above.length < 20; at = at.parent) above.push(at.parent);
  return above;
};

/** A greeting that waits for its answer. */
interface Pending {
  window: unknown;
  met(port: MessagePort, session: string, from: Omit<Answer, 'body'>): void;
}

/**
 * Speaks with the same script in frames of other origins, and answers the script in windows above. One message is
 * asked and one answered over a port of their own; all else that is seen by pages says only that there is a script.
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
    const hear = (event: MessageEvent): void => {
      const data: unknown = dataOf && apply(dataOf, event, []);
      if (isGreeting(data) && event.isTrusted) this.safely(() => this.greeted(event, data));
    };
    EventTarget.prototype.addEventListener.call(window, 'message', hear as EventListener, true);
    keepUndo(agent, 'channel', () =>
      EventTarget.prototype.removeEventListener.call(window, 'message', hear as EventListener, true),
    );
  }

  /** Runs where nothing that the page has put in place hears of it. Undefined where that can't be. */
  safely<T>(work: () => T): T | undefined {
    const { guard } = this.agent;
    return guard.run(() => (guard.isSound() ? work() : undefined));
  }

  /**
   * Asks the document in a window, only `document` if that is given. `done` is called once, in a step of its own;
   * undefined: nobody answered in time. Gives how to wait no longer.
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
    if (typeof sealed !== 'string' || sealed.length > MOST_ANSWER) return undefined;
    const text = unseal(session, way, sealed);
    return text === undefined ? undefined : JSON.parse(text);
  }

  private listen(port: MessagePort, hear: (data: unknown) => void): void {
    port.addEventListener('message', (event) => hear(dataOf && apply(dataOf, event, [])));
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

  /** Somebody above has the key and means this window. */
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
        // Sealing takes long: what nobody would open is not even begun.
        const fits = text.length <= MOST_ANSWER - SEAL;
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

  /** The document in a frame has the key. Only what was asked for by this window, of that window, is gone on with. */
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
