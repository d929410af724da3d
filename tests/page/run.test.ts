import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ActionOk, ErrorResult, JobStarted, JobState } from '../../src/contract.ts';
import { type Engine, lines, openEngine, type TestPage, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** Starts a verb and polls until it is done, as a host that can't await does. */
const runByPolling = async <T>(page: TestPage, call: unknown[], meanwhile = '0'): Promise<T> => {
  const { job } = await page.json<JobStarted>('start', ...call);
  await page.evaluate(meanwhile);
  const state = await vi.waitUntil(
    async () => {
      const now = await page.json<JobState>('poll', job);
      return now.done && now;
    },
    { timeout: 10_000, interval: 20 },
  );
  return state.result as T;
};

describe('run, started and polled', () => {
  it('waits until the element is ready, acts, settles and returns a delta', async () => {
    const html = `<!doctype html><body><button disabled>Save</button><p></p><script>
      var [button] = document.getElementsByTagName('button');
      button.addEventListener('click', () => setTimeout(() => {
        document.querySelector('p').outerHTML = '<div role=alert>Saved</div>';
      }, 30));
    </script>`;
    await withPage(engine, html, async (page) => {
      expect(await lines(page)).toEqual(['- button "Save" [ref=e1] [disabled]']);
      const refused = await page.json<ErrorResult>('action', 'e1', 'click');
      expect(refused.error.code).toBe('not_enabled');
      const done = await runByPolling<ActionOk>(
        page,
        ['action', 'e1', 'click'],
        "document.querySelector('button').disabled = false",
      );
      expect(done).toMatchObject({ ok: true, kind: 'click', verified: true });
      const { text } = done.snapshot as { text: string };
      expect(text.split('\n').slice(1)).toEqual([
        '+ alert: Saved',
        expect.stringMatching(/^~ button "Save" \[ref=e1\].*\[was disabled\]/),
      ]);
    });
  });

  it('returns a delta of the whole page, also after a snapshot of a part', async () => {
    const html = `<!doctype html><body><div id=menu><button onclick="
      document.querySelector('p').innerHTML = '<a href=/>Undo</a>'">Save</button></div><p></p>`;
    await withPage(engine, html, async (page) => {
      await lines(page);
      expect(await lines(page, { scope: '#menu' })).toEqual(['- button "Save" [ref=e1]']);
      const done = await runByPolling<ActionOk>(page, ['action', 'e1', 'click']);
      expect((done.snapshot as { text: string }).text.split('\n').slice(1)).toContain(
        '+ link "Undo" [ref=e2]',
      );
    });
  });

  it('fails at its timeout with the reason', async () => {
    await withPage(engine, '<!doctype html><body><button disabled>Save</button>', async (page) => {
      await lines(page);
      const { error } = await runByPolling<ErrorResult>(page, ['action', 'e1', 'click', { timeoutMs: 150 }]);
      expect(error.code).toBe('not_enabled');
    });
  });

  it('does not act, and ends its wait, when it is cancelled', async () => {
    const html = '<!doctype html><body><button disabled onclick="window.clicked = true">Save</button>';
    await withPage(engine, html, async (page) => {
      await lines(page);
      const long = { timeoutMs: 60_000 };
      const jobs = [
        await page.json<JobStarted>('start', 'action', 'e1', 'click', long),
        await page.json<JobStarted>('start', 'page', 'wait', { text: 'never', ...long }),
      ];
      for (const { job } of jobs)
        expect(await page.json('poll', job, 'cancel')).toMatchObject({ ok: true, done: false });
      await page.evaluate("document.querySelector('button').disabled = false");
      const codes: string[] = [];
      for (const { job } of jobs) {
        const state = await vi.waitUntil(
          async () => {
            const now = await page.json<JobState>('poll', job);
            return now.done && now;
          },
          { timeout: 10_000, interval: 20 },
        );
        codes.push((state.result as ErrorResult).error.code);
      }
      expect(codes).toEqual(['not_enabled', 'timeout']);
      expect(await page.evaluate('String(window.clicked)')).toBe('undefined');
    });
  });

  it('gives a result once, and tells a job of another document as lost', async () => {
    await withPage(engine, '<!doctype html><body><button>Go</button>', async (page) => {
      await lines(page);
      const { job } = await page.json<JobStarted>('start', 'snapshot');
      expect(await page.json('poll', job)).toMatchObject({ done: true, result: { type: 'snapshot' } });
      expect(await page.json('poll', job)).toMatchObject({ ok: false, error: { code: 'invalid_argument' } });
      expect(await page.json('poll', 'otherdocument.1')).toMatchObject({
        ok: false,
        error: { code: 'job_lost', cause: 'navigated' },
      });
    });
  });
});
