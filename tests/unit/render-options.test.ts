import { describe, expect, it } from 'vitest';
import type { RenderOptions, SnapshotTree } from '../../src/contract.ts';
import { renderSnapshot, renderSnapshotText, resolveRenderOptions } from '../../src/render/index.ts';

const NAMES = ['maxCharsTotal', 'maxNodes', 'maxDepth', 'compact', 'format', 'boundary'];

describe('resolveRenderOptions', () => {
  it('fills in the defaults', () => {
    const defaults = {
      maxCharsTotal: 12000,
      maxNodes: 200,
      maxDepth: 12,
      compact: true,
      format: 'tree',
      boundary: '',
    };
    expect(resolveRenderOptions(undefined)).toEqual(defaults);
    expect(resolveRenderOptions({})).toEqual(defaults);
    expect(resolveRenderOptions({ maxNodes: undefined, format: undefined })).toEqual(defaults);
  });

  it('reads text as tree, and rounds numbers down', () => {
    expect(resolveRenderOptions({ format: 'text', maxNodes: 7.9, maxDepth: Infinity })).toMatchObject({
      format: 'tree',
      maxNodes: 7,
      maxDepth: Infinity,
    });
  });

  const wrong: [options: unknown, argument: string, message: string, valid: string[]][] = [
    [
      null,
      'options',
      'Render options must be one object. Valid: maxCharsTotal, maxNodes, maxDepth, compact, format, boundary.',
      NAMES,
    ],
    [
      [],
      'options',
      'Render options must be one object. Valid: maxCharsTotal, maxNodes, maxDepth, compact, format, boundary.',
      NAMES,
    ],
    [
      'tree',
      'options',
      'Render options must be one object. Valid: maxCharsTotal, maxNodes, maxDepth, compact, format, boundary.',
      NAMES,
    ],
    [
      { maxChars: 1 },
      'maxChars',
      'There is no render option "maxChars". Valid: maxCharsTotal, maxNodes, maxDepth, compact, format, boundary.',
      NAMES,
    ],
    [
      { toString: 1 },
      'toString',
      'There is no render option "toString". Valid: maxCharsTotal, maxNodes, maxDepth, compact, format, boundary.',
      NAMES,
    ],
    [
      { maxNodes: 0 },
      'maxNodes',
      'The render option maxNodes must be a number from 1 up.',
      ['a number from 1 up'],
    ],
    [
      { maxNodes: '5' },
      'maxNodes',
      'The render option maxNodes must be a number from 1 up.',
      ['a number from 1 up'],
    ],
    [
      { maxCharsTotal: Number.NaN },
      'maxCharsTotal',
      'The render option maxCharsTotal must be a number from 1 up.',
      ['a number from 1 up'],
    ],
    [
      { maxDepth: -1 },
      'maxDepth',
      'The render option maxDepth must be a number from 1 up.',
      ['a number from 1 up'],
    ],
    [{ compact: 'yes' }, 'compact', 'The render option compact must be true or false.', ['true or false']],
    [
      { format: 'xml' },
      'format',
      'The render option format must be one of tree, text, html, indexed, outline, yaml, markdown, json.',
      ['tree', 'text', 'html', 'indexed', 'outline', 'yaml', 'markdown', 'json'],
    ],
    [
      { boundary: '' },
      'boundary',
      'The render option boundary must be a nonce of 1 to 64 letters, digits, "-" and "_".',
      ['a nonce of 1 to 64 letters, digits, "-" and "_"'],
    ],
    [
      { boundary: 'a b' },
      'boundary',
      'The render option boundary must be a nonce of 1 to 64 letters, digits, "-" and "_".',
      ['a nonce of 1 to 64 letters, digits, "-" and "_"'],
    ],
    [
      { boundary: 'a\n' },
      'boundary',
      'The render option boundary must be a nonce of 1 to 64 letters, digits, "-" and "_".',
      ['a nonce of 1 to 64 letters, digits, "-" and "_"'],
    ],
    [
      { boundary: 'x'.repeat(65) },
      'boundary',
      'The render option boundary must be a nonce of 1 to 64 letters, digits, "-" and "_".',
      ['a nonce of 1 to 64 letters, digits, "-" and "_"'],
    ],
  ];
  it.each(wrong)('refuses %j', (options, argument, message, valid) => {
    expect(resolveRenderOptions(options)).toEqual({ code: 'invalid_argument', argument, message, valid });
    expect(() => renderSnapshot({} as SnapshotTree, options as RenderOptions)).toThrow(
      new TypeError(message),
    );
  });
  it('has all its cases', () => expect(wrong).toHaveLength(15));
});

describe('renderSnapshotText', () => {
  it('is the text of renderSnapshot', () => {
    const snapshot = {
      ok: true,
      type: 'snapshot',
      version: 1,
      meta: {
        url: 'https://a.test/',
        title: '',
        ts: 0,
        document: 'd',
        revision: 1,
        viewport: { width: 1, height: 1 },
        scroll: { x: 0, y: 0 },
      },
      stats: {
        nodesVisited: 0,
        nodesEmitted: 0,
        nodesHidden: 0,
        interactive: 0,
        truncated: false,
        jsTimeMs: 0,
      },
      refs: {},
      tree: { role: 'document', children: [{ role: 'button', name: 'Go', ref: 'kd1' }] },
    } satisfies SnapshotTree;
    expect(renderSnapshotText(snapshot)).toBe(
      '[snapshot] url=https://a.test/ nodes=1\n- button "Go" [ref=kd1]',
    );
    expect(renderSnapshotText(snapshot, { format: 'text' })).toBe(renderSnapshot(snapshot).text);
  });
});
