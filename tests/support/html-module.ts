import { inject } from 'vitest';

type HtmlModule = typeof import('../../src/html/index.ts');

/** `agent-browser-inpage/html` as the build makes it, with the script that reads in it. */
export const { snapshotHtml, extractHtml, openHtml, openDocument }: HtmlModule = await import(
  /* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(inject('htmlModule')).toString('base64')}`
);
