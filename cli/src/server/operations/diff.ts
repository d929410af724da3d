import { createTwoFilesPatch } from 'diff';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { SnapshotTree } from '../../../../src/contract.ts';
import { type BrowserSession, SessionError } from '../../sessions/index.ts';
import { addressFor, checkRefused } from './addresses.ts';
import { observed, onSession, type Reply } from './operation.ts';
import { takePicture } from './pictures.ts';
import { takeSnapshot } from './reading.ts';

const input = z.discriminatedUnion('of', [
  z.strictObject({
    of: z.literal('snapshot'),
    since: z.number().int().optional().describe('A revision. Default: of the last snapshot.'),
    baseline: z
      .string()
      .max(1_000_000)
      .optional()
      .describe('A text to compare with, in the place of a revision.'),
  }),
  z.strictObject({
    of: z.literal('url'),
    a: z.string().max(20_000),
    b: z.string().max(20_000),
    all: z.boolean().default(true),
  }),
  z.strictObject({
    of: z.literal('screenshot'),
    baseline: z.string().describe('A PNG in base64.'),
    full: z.boolean().default(false),
    tolerance: z.number().min(0).max(255).default(16).describe('Of each color of a pixel.'),
  }),
]);

/** Leaves out refs and the head of a snapshot: they differ between any two documents. */
const withoutRefs = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\[snapshot\]/.test(line))
    .map((line) => line.replace(/ \[ref=\w+\]/g, ''))
    .join('\n');

const patchOf = (a: string, b: string, nameA: string, nameB: string): Reply => {
  const patch = createTwoFilesPatch(nameA, nameB, `${withoutRefs(a)}\n`, `${withoutRefs(b)}\n`, '', '', {
    context: 2,
  });
  const isSame = !/^@@/m.test(patch);
  return { same: isSame, text: isSame ? 'No difference.' : patch };
};

const textAt = async (session: BrowserSession, address: string, all: boolean): Promise<string> => {
  const opened = await session.agent.open(address);
  if (!opened.ok) throw Object.assign(new Error(opened.error?.message), { code: opened.error?.code });
  return (await takeSnapshot(session, { interactiveOnly: !all, maxCharsTotal: 200_000 })).text;
};

/**
 * Compares two PNGs of the same size pixel by pixel. Runs in a page, as the browser can decode them. In the returned
 * picture differing pixels are red, the others pale.
 */
const comparePictures = async ([before, after, tolerance]: readonly [string, string, number]) => {
  const pixels = async (data: string): Promise<ImageData> => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {
      width: image.width,
      height: image.height,
    });
    const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [a, b] = await Promise.all([pixels(before), pixels(after)]);
  const size = { width: b.width, height: b.height, baseline: { width: a.width, height: a.height } };
  if (a.width !== b.width || a.height !== b.height)
    return { ...size, differing: b.width * b.height, picture: null };
  let differing = 0;
  for (let at = 0; at < b.data.length; at += 4) {
    const isOther = [0, 1, 2, 3].some(
      (part) => Math.abs((a.data[at + part] ?? 0) - (b.data[at + part] ?? 0)) > tolerance,
    );
    if (isOther) differing++;
    b.data.set(isOther ? [255, 0, 0, 255] : [0, 1, 2].map((part) => 128 + (b.data[at + part] ?? 0) / 2), at);
  }
  const canvas = Object.assign(document.createElement('canvas'), { width: b.width, height: b.height });
  canvas.getContext('2d')?.putImageData(b, 0, 0);
  return { ...size, differing, picture: canvas.toDataURL('image/png').replace(/^data:[^,]*,/, '') };
};

const compareIn = async (
  page: Page,
  baseline: string,
  taken: Uint8Array,
  tolerance: number,
): Promise<Reply> => {
  const now = Buffer.from(taken).toString('base64');
  const found = await page.evaluate(comparePictures, [baseline, now, tolerance] as const).catch(() => {
    throw new SessionError('invalid_argument', 'The baseline is no picture in PNG.');
  });
  const share = (100 * found.differing) / (found.width * found.height);
  const words =
    found.picture === null
      ? `The sizes differ: ${found.baseline.width}x${found.baseline.height} before, ${found.width}x${found.height} now.`
      : `${found.differing} pixels differ (${share.toFixed(2)} %).`;
  const { picture, ...rest } = found;
  return { same: found.differing === 0, ...rest, text: words, ...(picture && { picture }) };
};

/**
 * The revision of the page's last snapshot.
 *
 * @throws {SessionError} `invalid_argument`
 */
const sinceLast = async (session: BrowserSession): Promise<number> => {
  const info = await session.agent.page('info');
  const { revision } = info.result as { revision?: number };
  if (!revision)
    throw new SessionError('invalid_argument', 'There is no earlier snapshot of this page. Take one first.');
  return revision;
};

export const DIFF_OPERATIONS = {
  diff: onSession(input, async ({ input, session, policy }) =>
    session.run(async (): Promise<Reply> => {
      if (input.of === 'snapshot') {
        const { baseline } = input;
        if (baseline !== undefined)
          return patchOf(baseline, (await takeSnapshot(session, {})).text, 'baseline', 'now');
        const since = input.since ?? (await sinceLast(session));
        const observation = await takeSnapshot(session, { since });
        const { unchanged } =
          (observation.snapshot as { delta?: { unchanged?: boolean } } & SnapshotTree)?.delta ?? {};
        return { ...observed(session, observation), same: unchanged === true };
      }
      if (input.of === 'url') {
        const texts: string[] = [];
        for (const url of [input.a, input.b]) {
          const address = addressFor(url, policy);
          const since = Date.now();
          texts.push(await textAt(session, address, input.all));
          await checkRefused(session, policy, since, address);
        }
        return patchOf(texts[0] ?? '', texts[1] ?? '', input.a, input.b);
      }
      const { baseline, full, tolerance } = input;
      const taken = await takePicture(session, { full, format: 'png', ref: undefined, quality: undefined });
      const page = await session.context.newPage();
      try {
        return await compareIn(page, baseline, taken, tolerance);
      } finally {
        await page.close();
      }
    }),
  ),
};
