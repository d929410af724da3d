import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { z } from 'zod';
import type { Box, PageOk } from '../../../../src/contract.ts';
import type { Observation } from '../../../../src/host/index.ts';
import { type BrowserSession, SessionError } from '../../sessions/index.ts';
import { given, NOTHING, observed, onSession, target } from './operation.ts';

export const screenshotInput = z.strictObject({
  full: z.boolean().default(false).describe('The whole page, not only what is seen.'),
  annotate: z.boolean().default(false).describe('Boxes with refs around what can be acted on.'),
  ref: target.optional().describe('Only this element.'),
  format: z.enum(['png', 'jpeg']).default('png'),
  quality: z.number().int().min(0).max(100).optional().describe('Of a JPEG.'),
});

/** Throws the error of an observation, with its code. */
const failed = ({ error }: Observation<unknown>): never => {
  throw Object.assign(new Error(error?.message ?? 'The page gave no answer.'), { code: error?.code });
};

/** The box of an element, after it was scrolled into view. */
const boxOf = async ({ agent }: BrowserSession, ref: string): Promise<Box> => {
  const shown = await agent.act(ref, 'scrollIntoView');
  if (!shown.ok && shown.error?.code !== 'no_effect') failed(shown);
  const box = await agent.query(ref, 'box');
  if (!box.ok) failed(box);
  return (box.result as { value: Box }).value;
};

/** Takes a picture; must be called within the session's `run`. */
export const takePicture = async (
  session: BrowserSession,
  {
    full,
    ref,
    format,
    quality,
  }: Pick<z.output<typeof screenshotInput>, 'full' | 'ref' | 'format' | 'quality'>,
): Promise<Uint8Array> => {
  const clip = ref === undefined ? undefined : await boxOf(session, ref);
  return session.page.screenshot({
    type: format,
    fullPage: full && !clip,
    ...given({ clip, quality: format === 'jpeg' ? quality : undefined }),
  });
};

/** Contexts of which a trace is running. */
const traces = new WeakSet<BrowserContext>();

export const PICTURE_OPERATIONS = {
  screenshot: onSession(screenshotInput, async ({ input, session }) =>
    session.run(async ({ agent }) => {
      const drawn = input.annotate ? await agent.page('highlight') : undefined;
      if (drawn && !drawn.ok) failed(drawn);
      const { boxes = [] } = (drawn?.result ?? {}) as { boxes?: { ref: string; box: Box }[] };
      try {
        const bytes = await takePicture(session, input);
        return { bytes, mimeType: `image/${input.format}`, ...(input.annotate && { boxes }) };
      } finally {
        if (drawn) await agent.page('highlight', { off: true });
      }
    }),
  ),
  pdf: onSession(
    z.strictObject({
      landscape: z.boolean().default(false),
      format: z.string().max(20).default('A4'),
      background: z.boolean().default(true),
    }),
    async ({ input, session }) => {
      const { landscape, format, background } = input;
      if (session.settings.headless === false)
        throw new SessionError(
          'not_allowed',
          'Browsers make PDFs without a window only. Open a session without --headed.',
        );
      const bytes = await session.run(({ page }) =>
        page.pdf({ landscape, format, printBackground: background }),
      );
      return { bytes, mimeType: 'application/pdf' };
    },
  ),
  highlight: onSession(
    z.strictObject({ refs: z.array(target).max(500).optional(), off: z.boolean().optional() }),
    async ({ input, session }) => {
      const observation = await session.run(({ agent }) => agent.page('highlight', given(input)));
      const boxes = (observation.result as Extract<PageOk, { kind: 'highlight' }>).boxes ?? [];
      return { ...observed(session, observation), boxes };
    },
  ),
  startTrace: onSession(
    NOTHING,
    async ({ session }) => {
      await session.ready();
      const { context } = session;
      if (traces.has(context))
        throw new SessionError('invalid_argument', 'A trace is running. Stop it first.');
      await context.tracing.start({ screenshots: true, snapshots: true });
      traces.add(context);
      return { text: 'The trace is running.' };
    },
    true,
  ),
  stopTrace: onSession(NOTHING, async ({ session }) => {
    const { context } = session;
    if (!traces.delete(context))
      throw new SessionError('invalid_argument', 'No trace is running. Start one first.');
    const folder = await mkdtemp(join(tmpdir(), 'inpage-trace-'));
    try {
      const path = join(folder, 'trace.zip');
      await context.tracing.stop({ path });
      return { file: 'trace.zip', bytes: await readFile(path), mimeType: 'application/zip' };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }),
};
