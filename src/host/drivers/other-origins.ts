import type { FrameDriver } from '../driver.ts';

/** The part of Playwright's and Puppeteer's frames that is used. */
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
    // The frame has left the page meanwhile.
    return false;
  }
};

/** The visible frames of another origin than their parent document, in document order. */
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
