import type { TestProject } from 'vitest/node';
import { builtHtml, builtPageFile, builtParts } from '../../scripts/build/built.mjs';

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
  provide('pageScript', await builtPageFile());
  provide('parts', await builtParts());
  provide('htmlModule', await builtHtml());
  provide('readScript', await builtPageFile('agent-browser.read.js'));
};
