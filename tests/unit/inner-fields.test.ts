import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { innerFields } from '../../scripts/build/inner-fields.mjs';

const root = join(import.meta.dirname, '../..');

const textOf = (folder: string, pattern: RegExp): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');

/**
 * The compiler's type libraries, which declare what engines have: they are in the package for the current platform.
 */
const engines = (): string => {
  const scope = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    '../@typescript',
  );
  return textOf(scope, /lib\.(?:dom|es).*\.d\.ts$/);
};

describe('the fields that the build shortens in a page file', () => {
  const source = textOf(join(root, 'src/inject'), /\.ts$/) + textOf(join(root, 'src/render'), /\.ts$/);
  const known = { contract: textOf(join(root, 'src/contract'), /\.ts$/), engines: engines() };

  it.each(innerFields)(
    '%s is used in the sources, and neither a string, nor a field of the contract or of engines',
    (field) => {
      const word = new RegExp(`\\b${field}\\b`);
      expect(source).toMatch(word);
      expect(source).not.toMatch(new RegExp(`(['"])${field}\\1`));
      expect(known.contract).not.toMatch(word);
      expect(known.engines).not.toMatch(new RegExp(`^\\s*(?:readonly )?${field}\\b`, 'm'));
    },
  );

  it('are compared with the properties of engines', () => {
    expect(known.engines).toMatch(/^\s*readonly isConnected\b/m);
  });
});
