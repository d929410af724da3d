import type { FrameDriver } from '../driver.ts';

/** What is used of the frames of Playwright and Puppeteer. */
export interface FrameShape {
  url(): string;
  parentFrame(): FrameShape | null;
  evaluate(code: string): Promise<unknown>;
  frameElement(): Promise<{ isVisible(): Promise<boolean>; dispose(): Promise<void> } | null>;
}

const originOf = (frame: FrameShape): string => {
  const url = frame.url();
  return /^https?:/.test(url) ? new URL(url).origin : '';
};

const isSeen = async (frame: FrameShape): Promise<boolean> => {
  try {
    const element = await frame.frameElement();
    const isVisible = (await element?.isVisible()) ?? false;
    await element?.dispose();
    return isVisible;
  } catch {
    // It has left the page meanwhile.
    return false;
  }
};

/** The frames of another origin than the document around them, those that are seen, in the order of the document. */
export const otherOrigins = async (frames: readonly FrameShape[]): Promise<FrameDriver[]> => {
  const found: FrameDriver[] = [];
  for (const frame of frames) {
    const parent = frame.parentFrame();
    const origin = originOf(frame);
    if (parent && origin !== '' && origin !== originOf(parent) && (await isSeen(frame)))
      found.push({ origin, evaluate: (code) => frame.evaluate(code) });
  }
  return found;
};
