import type { Driver, PageCall } from '../../src/host/index.ts';

const SCRIPT = '/*! agent-browser-inpage v1.2.3 | */';

export const META = { url: 'http://host.test/', title: 'Page', ts: 1, document: 'd1' };

export const SNAPSHOT = {
  ok: true,
  type: 'snapshot',
  version: 1,
  meta: { ...META, revision: 1, viewport: { width: 1, height: 1 }, scroll: { x: 0, y: 0 } },
  stats: { nodesVisited: 1, nodesEmitted: 1, nodesHidden: 0, interactive: 1, truncated: false, jsTimeMs: 1 },
  refs: { kd1: { ref: 'kd1', tag: 'button', role: 'button', name: 'Go' } },
  tree: {
    tag: 'body',
    role: 'document',
    children: [{ ref: 'kd1', tag: 'button', role: 'button', name: 'Go' }],
  },
};

/** A driver whose page answers verbs by `answers`; a job that `start` begins is done at the first `poll`. */
export const answering = (answers: (call: PageCall) => unknown): Driver => {
  let job: unknown;
  return {
    evaluate: () => Promise.reject(new Error('not here')),
    inject: async () => undefined,
    async call(call) {
      const { verb, args } = call;
      if (verb === 'document') return 'd1';
      if (verb === 'start') {
        job = answers({ ...call, verb: String(args[0]), args: args.slice(1) });
        return JSON.stringify({ ok: true, type: 'start', meta: META, job: 'j1' });
      }
      if (verb === 'poll')
        return JSON.stringify({ ok: true, type: 'poll', meta: META, job: 'j1', done: true, result: job });
      return JSON.stringify(answers(call));
    },
  };
};

/** Session options with waiting times that are short enough for a test. */
export const QUICK = { script: SCRIPT, pollMs: 1, graceMs: 1, evaluateTimeoutMs: 100, loadTimeoutMs: 50 };

/** A promise that never settles, as of a driver that hangs. */
export const never = (): Promise<never> => new Promise(() => {});
