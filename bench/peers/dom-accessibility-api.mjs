import { readFileSync } from 'node:fs';

/** Its export map hides its package.json. What it does is bundled by ../measure/names.mjs. */
export const version = () =>
  /** @type {string} */ (
    JSON.parse(
      readFileSync(new URL('../node_modules/dom-accessibility-api/package.json', import.meta.url), 'utf8'),
    ).version
  );
