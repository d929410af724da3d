import type { TestProject } from 'vitest/node';
import { bundleForPage, bundleParts } from '../../scripts/build/bundle.mjs';
import { bundleHtml } from '../../scripts/build/html.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The script for a page, built once for all files of tests. */
    pageScript: string;
    /** What it loads when it is needed. */
    parts: Readonly<Record<string, string>>;
    /** The same without what acts and waits. */
    readScript: string;
    /** The module that reads HTML without a browser. */
    htmlModule: string;
  }
}

export default async ({ provide }: TestProject): Promise<void> => {
  provide('pageScript', await bundleForPage());
  provide('parts', await bundleParts());
  provide('htmlModule', await bundleHtml());
  provide('readScript', await bundleForPage('agent-browser.read.js'));
};
