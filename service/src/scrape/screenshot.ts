import type { Page } from 'playwright-core';

export interface ScreenshotOptions {
  fullPage?: boolean | undefined;
  /** Of a JPEG; without it a PNG is taken. */
  quality?: number | undefined;
  viewport?: { width: number; height: number } | undefined;
}

/** A picture of the page as a data URL. */
export const takeScreenshot = async (
  page: Page,
  { fullPage = false, quality, viewport }: ScreenshotOptions,
): Promise<string> => {
  const before = page.viewportSize();
  if (viewport) await page.setViewportSize(viewport);
  const type = quality === undefined ? 'png' : 'jpeg';
  const bytes = await page.screenshot({ fullPage, type, ...(quality !== undefined && { quality }) });
  if (viewport && before) await page.setViewportSize(before);
  return `data:image/${type};base64,${bytes.toString('base64')}`;
};
