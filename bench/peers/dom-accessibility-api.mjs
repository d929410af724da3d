import { readFileSync } from 'node:fs';

/** Read from the file, since the export map hides package.json. The package itself is bundled by ../measure/names.mjs. */
export const version = () =>
  /** @type {string} */ (
    JSON.parse(
      readFileSync(new URL('../node_modules/dom-accessibility-api/package.json', import.meta.url), 'utf8'),
    ).version
  );
