import { beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotTree } from '../../src/contract.ts';
import { type Engine, IS_REAL, openEngine, type TestPage } from '../support/engine.ts';

const BREAK = `(() => {
  Array.prototype.push = () => 0;
  Array.prototype.map = function () { return this; };
  String.prototype.slice = () => 'broken';
  Map.prototype.get = () => undefined;
  Element.prototype.getAttribute = () => 'broken';
  Object.defineProperty(Element.prototype, 'localName', { get: () => 'broken', configurable: true });
  Object.defineProperty(Node.prototype, 'childNodes', { get: () => [], configurable: true });
  Object.prototype.inherited = 'by every object';
})()`;

const HTML = '<h1>Cart</h1><button aria-label="Remove" type=button>x</button>';

const roles = async (page: TestPage): Promise<string[]> => {
  const { tree } = await page.json<SnapshotTree>('snapshot', { interactiveOnly: false });
  return (tree.children ?? []).map(({ role, name }) => `${role} ${name}`);
};

describe('a page that breaks the built-ins', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine();
  });

  it('is read all the same, and has its own built-ins again afterwards', async () => {
    const page = await engine.open(HTML);
    await page.evaluate(`void ${BREAK}`);
    expect(await roles(page)).toEqual(['heading Cart', 'button Remove']);
    expect(await page.evaluate(`document.body.getAttribute('x') + [].push(1) + {}.inherited`)).toBe(
      'broken0by every object',
    );
    await page.close();
  });

  // Without a native engine there is nothing to tell a broken built-in by.
  it.runIf(IS_REAL)('is read with the built-ins of a fresh frame where it came first', async () => {
    const page = await engine.open(HTML, { before: BREAK });
    expect(await roles(page)).toEqual(['heading Cart', 'button Remove']);
    expect(await page.evaluate('document.querySelectorAll("iframe").length')).toBe(0);
    await page.close();
  });
});
