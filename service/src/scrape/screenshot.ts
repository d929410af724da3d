import type { Page } from 'playwright-core';

export interface ScreenshotOptions {
  fullPage?: boolean | undefined;
  /** Quality of a JPEG (1 to 100). Default: a PNG is taken. */
  quality?: number | undefined;
  viewport?: { width: number; height: number } | undefined;
}

/** Takes a screenshot of a page. @returns a data URL */
export const takeScreenshot = async (
  page: Page,
  { fullPage = false, quality, viewport }: ScreenshotOptions,
): Promise<string> => {
  const previousSize = page.viewportSize();
  if (viewport) await page.setViewportSize(viewport);
  const type = quality === undefined ? 'png' : 'jpeg';
  const bytes = await page.screenshot({ fullPage, type, ...(quality !== undefined && { quality }) });
  if (viewport && previousSize) await page.setViewportSize(previousSize);
  return `data:image/${type};base64,${bytes.toString('base64')}`;
};
