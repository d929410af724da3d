import type { ActionOk, QueryOk } from '../../../src/contract.ts';
import {
  counted,
  countUntil,
  forgetCounts,
  listenersLeft,
  observersLeft,
  originals,
  startCounting,
  timersLeft,
} from '../counters.ts';
import { actionCall, type Call, FORMATS, queryCall, randomCall } from './calls.ts';
import {
  chainOf,
  checkControlsListed,
  checkDeadRef,
  checkEffect,
  checkFocus,
  checkNamedRefs,
  checkPath,
  checkRefused,
  checkShape,
  checkText,
  checkTree,
  type Identities,
  learnRefs,
  type Result,
  refsOf,
  Violation,
} from './checks.ts';
import { mutate, sceneOf } from './mutations.ts';
import { isShownIn, stateOf } from './page.ts';
import { Random, seedOf } from './random.ts';

/**
 * The part of the fuzzer that runs in the page. A session has steps: each changes the page a few times, makes one
 * call, and checks what the library promises. All of it follows from seed, session and step.
 */

/** What to run. */
export interface Plan {
  seed: number;
  session: number;
  steps: number;
  /** Steps to leave out, to find those that a failure needs. */
  skip?: readonly number[];
  /** The source text of the library. */
  script: string;
}

export interface Report {
  done: boolean;
  steps: number;
  calls: Record<string, number>;
  failure?: { step: number; rule: string; message: string; log: string[] };
}

type Api = { json(...all: unknown[]): string } | undefined;

const EVENTS =
  'click dblclick contextmenu auxclick mousedown mouseup mousemove mouseover mouseenter pointerdown pointerup pointermove pointerover touchstart touchend keydown keypress keyup beforeinput input change submit reset focusin focusout focus blur dragstart drop dragover paste copy wheel x-own'.split(
    ' ',
  );

/** How many elements a page grows to. Most bugs show with few elements, and those are read fast. */
const PAGE_SIZES = [10, 15, 20, 30, 60];

const dispatched: string[] = [];

/** Counts what the library leaves behind, records events, and keeps clicks and submits from leaving the page. */
const setUpPage = (): void => {
  startCounting();
  for (const type of EVENTS) addEventListener(type, ({ type }) => dispatched.push(type), true);
  addEventListener('submit', (event) => event.preventDefault(), true);
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('navigate', (event) => {
    if (!(event as Event & { hashChange: boolean }).hashChange) event.preventDefault();
  });
  addEventListener('error', (event) => event.preventDefault());
};

const detailOf = (el: Element | undefined): string => (el ? `${el.outerHTML} in ${chainOf(el)}` : '');

class Session {
  readonly report: Report = { done: false, steps: 0, calls: {} };
  private readonly log: string[] = [];
  private known: Identities = new Map();
  private forged = new WeakSet<Element>();
  private random: Random;
  private readonly mostElements: number;

  constructor(private readonly plan: Plan) {
    this.random = new Random(seedOf(plan.seed, plan.session));
    this.mostElements = this.random.pick(PAGE_SIZES);
  }

  async play(): Promise<void> {
    let step = 0;
    try {
      this.begin();
      for (; step < this.plan.steps; step++) {
        if (this.plan.skip?.includes(step)) continue;
        this.random = new Random(seedOf(this.plan.seed, this.plan.session, step + 1));
        this.log.push(`step ${step}`);
        this.change();
        if (this.random.chance(0.004)) await this.job();
        else this.step();
        // Runs what the library has deferred to the end of the task before the next change.
        await undefined;
        this.report.steps++;
      }
      await this.end();
    } catch (error) {
      const rule = error instanceof Violation ? error.rule : 'harness';
      const message = rule === 'harness' ? String((error as Error).stack ?? error) : (error as Error).message;
      this.report.failure = { step, rule, message, log: this.log.slice(-40) };
    }
    this.report.done = true;
  }

  private get api(): Api {
    return (window as { __agentBrowser?: Api }).__agentBrowser;
  }

  private begin(): void {
    this.api?.json('page', 'release');
    document.body.textContent = '';
    for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
    forgetCounts();
    this.inject();
  }

  private inject(): void {
    const script = document.createElement('script');
    script.textContent = this.plan.script;
    counted(() => document.head.append(script));
    script.remove();
  }

  private change(): void {
    for (let i = this.random.int(3); i >= 0; i--)
      mutate(sceneOf(this.random, this.forged, this.mostElements, (words) => this.log.push(words)));
  }

  /** Mostly a known ref; now and then one that is misspelled or was never issued. */
  private readonly ref = (): unknown => {
    const { random } = this;
    const refs = Array.from(this.known.keys());
    if (refs.length === 0 || random.chance(0.03))
      return random.pick(['e1', 'e99999', 'e0', '', 'button', null, 5, 'e1 e2', {}]);
    // Prefers new refs: their elements are still in the page.
    const ref = refs[
      Math.max(0, refs.length - 1 - random.int(random.chance(0.8) ? 30 : refs.length))
    ] as string;
    return random.chance(0.03) ? `[ref=${ref}]` : ref;
  };

  private call({ verb, args }: Call): Result {
    const name = verb === 'snapshot' ? verb : `${verb} ${verb === 'page' ? args[0] : args[1]}`;
    this.log.push(`${verb}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`);
    const text = counted(() => (this.api as NonNullable<Api>).json(verb, ...args));
    this.report.calls[name] = (this.report.calls[name] ?? 0) + 1;
    const result = checkShape(text);
    this.log.push(`  -> ${text.replace(/"meta":\{[^}]*\},?/, '').slice(0, 160)}`);
    checkNamedRefs(result, this.known);
    return result;
  }

  private step(): void {
    const { random } = this;
    const at = random.next();
    if (at < 0.03) this.twice();
    else if (at < 0.04) this.inject();
    else if (at < 0.22) this.fresh();
    else this.check(randomCall(random, this.ref));
  }

  private check(call: Call): Result {
    dispatched.length = 0;
    const isAction = call.verb === 'action';
    const before = isAction ? stateOf() : '';
    const wasShown = typeof call.args[0] === 'string' ? this.known.get(call.args[0]) : undefined;
    const isGone = wasShown !== undefined && !isShownIn(wasShown);
    const result = this.call(call);
    // `select` may have opened a list by a click, which changes the page.
    const opened = call.args[1] === 'select' && dispatched.includes('click');
    if (isAction && !opened) checkRefused(result, before, stateOf, dispatched);
    if (result.type === 'snapshot') this.checkSnapshot(result, call);
    if (/^(?:action|query)$/.test(call.verb) && wasShown) {
      if (isGone && result.error?.code !== 'invalid_argument' && result.error?.code !== 'unsupported_kind')
        checkDeadRef(result, wasShown);
      if (result.ok && isAction) {
        checkEffect(result as unknown as ActionOk, call, wasShown);
        checkFocus(result as unknown as ActionOk, this.known);
      }
      if (result.ok && !isAction) checkPath(result as unknown as QueryOk, wasShown);
    }
    return result;
  }

  private checkSnapshot(result: Result, call: Call): void {
    if (!result.ok) return;
    checkText(result, call);
    checkTree(result);
    const [options] = call.args as [{ markRefs?: boolean } | undefined];
    if (options?.markRefs !== false) learnRefs(result, this.known, this.forged);
  }

  /** Takes a full snapshot: all controls must be in it, and its refs must be found. */
  private fresh(): void {
    const { random } = this;
    const result = this.check({
      verb: 'snapshot',
      args: [{ interactiveOnly: random.chance(0.5), maxNodes: 1e6 }],
    });
    checkControlsListed(result);
    const refs = refsOf(result);
    for (let i = 0; i < 4 && refs.length > 0; i++) {
      const ref = random.pick(refs);
      const call = random.chance(0.5)
        ? queryCall(random, () => ref)
        : { verb: 'query', args: [ref, random.pick(['describe', 'xpath', 'selector'])] };
      const answer = this.check(call);
      if (answer.error?.code === 'ref_not_found')
        throw new Violation(
          'fresh ref',
          `${JSON.stringify(answer.error)} ${JSON.stringify(call)} ${detailOf(this.known.get(ref))}`,
        );
    }
    if (refs.length > 0 && random.chance(0.7)) this.check(actionCall(random, () => random.pick(refs)));
  }

  /** Two snapshots without a change in between must be the same, and their delta `unchanged`. */
  private twice(): void {
    const interactiveOnly = this.random.chance(0.5);
    const format = this.random.pick(FORMATS.filter((name) => name !== 'json'));
    const once = (): Result =>
      this.check({ verb: 'snapshot', args: [{ interactiveOnly, format, maxCharsTotal: 1e6 }] });
    const first = once().text;
    const second = once();
    if (first !== second.text) throw new Violation('another text', `${first}\n---\n${second.text}`);
    const options = { interactiveOnly, maxNodes: 1e6 };
    const since = this.check({ verb: 'snapshot', args: [options] }).meta?.revision;
    const { delta } = this.check({ verb: 'snapshot', args: [{ ...options, since }] });
    if (!delta?.unchanged) throw new Violation('unchanged', JSON.stringify(delta).slice(0, 500));
  }

  /** A random call as a job, with a time limit. */
  private async job(): Promise<void> {
    const made = randomCall(this.random, this.ref);
    const payload = made.verb === 'action' ? { ...(made.args[2] as object), timeoutMs: 30 } : made.args[2];
    const done = countUntil();
    try {
      const args =
        made.verb === 'action'
          ? [made.args[0], made.args[1], payload]
          : made.args.map((arg, i) =>
              i === 1 && made.verb === 'page' && made.args[0] === 'wait'
                ? { ...(arg as object), timeoutMs: 30 }
                : arg,
            );
      const started = this.call({ verb: 'start', args: [made.verb, ...args] });
      for (;;) {
        const state = this.call({ verb: 'poll', args: [started.job] });
        if (state.done || !state.ok) return void checkShape(JSON.stringify(state.result ?? state));
        await new Promise((resolve) => originals.setTimeout(resolve, 5));
      }
    } finally {
      done();
    }
  }

  /** Releases the library and checks that nothing of it is left. */
  private async end(): Promise<void> {
    this.log.push('release');
    this.call({ verb: 'page', args: ['release'] });
    const marks = ['data-agent-ref', 'data-agent-hover'].flatMap((name) =>
      Array.from(document.querySelectorAll(`[${name}]`)),
    );
    if (marks.length > 0)
      throw new Violation('marks left', marks.map((el) => el.outerHTML.slice(0, 100)).join());
    const beside = Array.from(document.documentElement.children).map((el) => el.localName);
    if (beside.join() !== 'head,body') throw new Violation('elements left', beside.join());
    if (document.adoptedStyleSheets?.length)
      throw new Violation('style sheets left', String(document.adoptedStyleSheets.length));
    for (let tries = 0; timersLeft().length > 0 && tries < 300; tries++)
      await new Promise((resolve) => originals.setTimeout(resolve, 10));
    if (timersLeft().length > 0) throw new Violation('timers left', timersLeft().join());
    if (observersLeft().length > 0) throw new Violation('observers left', observersLeft().join());
    const listeners = listenersLeft();
    if (listeners.length > 0) throw new Violation('listeners left', listeners.join());
  }
}

setUpPage();
let current: Session | undefined;

Object.assign(window, {
  __fuzz: {
    start(plan: Plan): void {
      current = new Session(plan);
      void current.play();
    },
    report: (): Report | undefined => current?.report,
  },
});
