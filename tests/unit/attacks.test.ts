import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Format, RenderOptions, SnapshotNode } from '../../src/contract.ts';
import { renderSnapshot, toJson } from '../../src/render/index.ts';
import { clip, oneLine, token } from '../../src/render/one-line.ts';
import { ATTACKS, NONCE } from '../fixtures/attacks.ts';
import { attackVectors, deltaWith, nodesWith, snapshotWith } from '../support/attack-snapshots.ts';
import { PARSERS, WHOLE_FORMATS, type WholeFormat } from '../support/parse-any.ts';
import { unescapeText } from '../support/parse-html.ts';
import { parseMarkdown } from '../support/parse-markdown.ts';
import { parseTree, type Row } from '../support/parse-rows.ts';

/** Each attack in one line, as the renderer must print it. */
const LINES = ATTACKS.map(({ payload }) => oneLine(payload));

/** Pairs the values with the names of the attacks, so that a failure shows which one it is. */
const named = <T>(values: readonly T[]): [string | undefined, T][] =>
  values.map((value, i) => [ATTACKS[i]?.name, value]);

const FORMATS: Format[] = [...WHOLE_FORMATS, 'markdown'];
const AMPLE: RenderOptions = { maxCharsTotal: 1e7, maxNodes: 1e6, maxDepth: 1e6, boundary: NONCE };

it('has unique attacks', () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(160);
  expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
  expect(new Set(ATTACKS.map(({ payload }) => payload)).size).toBe(ATTACKS.length);
  for (const { name, payload } of ATTACKS) expect(oneLine(payload), name).toMatch(/\p{L}/u);
});

/** Characters that end a line (except the line feed), change the reading direction, or are invisible. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\u{e0000}-\u{e0fff}]/u;

/** The text between the two boundary lines, which must be nowhere else in it. */
const inside = (text: string): string => {
  const [begin, end] = [`[begin page content ${NONCE}]`, `[end page content ${NONCE}]`];
  const all = text.split('\n');
  expect(all[0]).toBe(begin);
  expect(all[all.length - 1]).toBe(end);
  const own = all.slice(1, -1);
  expect(own.filter((line) => [begin, end].includes(line.trim()))).toEqual([]);
  expect(HIDDEN.test(text)).toBe(false);
  return own.join('\n');
};

const HEAD = /^\[snapshot\] url=("(?:[^"\\]|\\.)*"|[^ "\\[\](),<>{}]+) title=("(?:[^"\\]|\\.)*") nodes=1$/;

/** Address and title of a header, which must contain nothing else. */
const headFields = (format: WholeFormat, line: string): string[] => {
  if (format === 'json') {
    const { url, title, nodes, children } = JSON.parse(`${line}]}`) as Record<string, unknown>;
    expect([nodes, children]).toEqual([1, []]);
    return [url as string, title as string];
  }
  const head =
    format === 'yaml'
      ? line.replace(/^# /, '')
      : format === 'html'
        ? unescapeText(line.replace(/^<!-- (.*) -->$/, '$1'))
        : line;
  return (HEAD.exec(head) ?? []).slice(1).map((word) => (/^"/.test(word) ? JSON.parse(word) : word));
};

/**
 * A field of a node that holds a payload, the rest of the node, and the label under which the text shows the field.
 */
interface Place {
  field: keyof SnapshotNode;
  node: SnapshotNode;
  write?: (payload: string) => Partial<SnapshotNode>;
  /** Attribute that holds the text in the output; without it, the text is one of the words. */
  label?: string;
}

const BUTTON: SnapshotNode = { role: 'button', tag: 'button' };
const FRAME: SnapshotNode = { role: 'iframe', tag: 'iframe' };

const attribute = (field: keyof SnapshotNode, label: string = field, node = BUTTON): Place => ({
  field,
  label,
  node,
});

const PLACES: Place[] = [
  { field: 'name', node: BUTTON },
  { field: 'name', node: { role: 'heading', tag: 'h2', level: 2 } },
  { field: 'name', node: { role: 'option', tag: 'option', selected: false } },
  { field: 'name', node: { role: 'image', tag: 'img' } },
  { field: 'name', node: { role: 'generic', tag: 'span', hint: 'clickable' } },
  { field: 'value', node: { role: 'textbox', tag: 'input', name: 'Field' } },
  { field: 'value', node: { role: 'textbox', tag: 'textarea' } },
  { field: 'text', node: { role: 'paragraph', tag: 'p' } },
  { field: 'text', node: { role: 'listitem', tag: 'li', name: 'Item' } },
  attribute('url', 'url', { role: 'link', tag: 'a', name: 'Link' }),
  attribute('placeholder', 'placeholder', { role: 'textbox', tag: 'input', name: 'Field' }),
  attribute('description'),
  attribute('validationMessage', 'invalid', { role: 'textbox', tag: 'input', invalid: true }),
  attribute('type'),
  attribute('haspopup'),
  attribute('current'),
  attribute('live'),
  attribute('sort'),
  {
    ...attribute('frame', 'origin', FRAME),
    write: (origin) => ({ frame: { origin, access: 'opaque', reason: 'cross_origin' } }),
  },
  {
    ...attribute('frame', 'origin', FRAME),
    write: (src) => ({ frame: { src, access: 'opaque', reason: 'sandboxed' } }),
  },
];

/** The names of an attribute in a format: html has names of its own, such as `href` for `url`. */
const spelled = (format: WholeFormat, label: string): string[] =>
  format === 'html' ? (label === 'url' ? ['href'] : [label, `aria-${label}`]) : [label];

interface JsonNode extends SnapshotNode {
  children?: JsonNode[];
}

/** The value of the attribute in a row; in json the field of the node. */
const printedValue = (
  format: WholeFormat,
  row: Row,
  { field, label = '' }: Place,
  node: JsonNode,
): unknown => {
  if (format !== 'json')
    return spelled(format, label)
      .map((one) => row.attributes[one])
      .find((one) => one !== undefined);
  const { frame } = node;
  return field === 'frame' ? (frame?.origin ?? frame?.src) : node[field];
};

describe.each(WHOLE_FORMATS)('attacks in format %s', (format) => {
  it.each(PLACES)('are returned exactly as they went in: as $field of $node.role', (place) => {
    const { field, node, write, label } = place;
    const nodes = nodesWith((payload, ref) => ({
      ...node,
      ref,
      ...(write ? write(payload) : { [field]: payload }),
    }));
    const { text, refs, truncated } = renderSnapshot(snapshotWith(nodes), { ...AMPLE, format });
    expect(truncated).toBe(false);
    expect(refs).toEqual(nodes.map(({ ref }) => ref));
    const between = inside(text);
    const { rows, cuts } = PARSERS[format](between);
    expect(cuts).toEqual([]);
    expect(rows.map(({ level, role, ref }) => ({ level, role, ref }))).toEqual(
      nodes.map(({ ref }) => ({ level: 0, role: node.hint ?? node.role, ref })),
    );
    const json = format === 'json' ? (JSON.parse(between) as JsonNode).children : [];
    const given = rows.map((row, i) =>
      label ? printedValue(format, row, place, json?.[i] as JsonNode) : row.words,
    );
    const own = node.name ? [node.name] : [];
    expect(named(given)).toEqual(named(LINES.map((line) => (label ? line : [...own, line]))));
  });

  it('stay text in text without a name', () => {
    const nodes = nodesWith((payload) => ({ role: 'text', text: payload }));
    const { rows, cuts } = PARSERS[format](
      inside(renderSnapshot(snapshotWith(nodes), { ...AMPLE, format }).text),
    );
    expect(cuts).toEqual([]);
    expect(rows).toHaveLength(ATTACKS.length);
    expect(new Set(rows.map(({ role, ref }) => `${role}${ref}`))).toEqual(new Set(['text']));
    expect(named(rows.map(({ words }) => words))).toEqual(named(LINES.map((line) => [line])));
  });

  it('leave only letters, digits, - and _ of roles, tags, refs and hints', () => {
    for (const { name, payload } of ATTACKS) {
      const nodes: SnapshotNode[] = [
        { role: payload, tag: payload, ref: payload, name: 'x' },
        { role: 'generic', tag: 'b', ref: 'kd1', hint: payload as 'clickable', name: 'y' },
      ];
      const { text, refs } = renderSnapshot(snapshotWith(nodes), { ...AMPLE, format });
      if (format === 'json') continue;
      const { rows } = PARSERS[format](inside(text));
      const ref = token(payload);
      expect(
        rows.map((row) => row.words),
        name,
      ).toEqual([['x'], ['y']]);
      expect(refs, name).toEqual([ref, 'kd1'].filter((one) => one !== ''));
      const letters = /^[b-df-hj-np-tv-xz]{2}(?=\d+$)/;
      expect(rows[0]?.ref.replace(letters, ''), name).toBe(ref.replace(letters, ''));
    }
  });

  it('stay in the title and the address of the header', () => {
    const heads = ATTACKS.map(({ payload }) => {
      const page = snapshotWith(
        [{ role: 'button', ref: 'kd1', name: 'Own' }],
        payload,
        `https://x.example/?${payload}`,
      );
      const text = inside(renderSnapshot(page, { ...AMPLE, format }).text);
      expect(PARSERS[format](text).rows).toMatchObject([{ ref: 'kd1', words: ['Own'] }]);
      const [line = ''] = text.split('\n');
      expect(line).not.toContain('[ref=');
      return headFields(format, line);
    });
    expect(named(heads)).toEqual(
      named(
        ATTACKS.map(({ payload }) => [
          clip(oneLine(`https://x.example/?${payload}`), 200),
          clip(oneLine(payload), 120),
        ]),
      ),
    );
  });
});

describe('attacks in markdown', () => {
  const rendered = (nodes: SnapshotNode[]) =>
    parseMarkdown(inside(renderSnapshot(snapshotWith(nodes), { ...AMPLE, format: 'markdown' }).text));
  const NOTHING = { headings: [], links: [], controls: [], rows: [], items: 0, cuts: [] };

  it('stay inside the names of controls', () => {
    for (const field of ['name', 'value', 'placeholder', 'description'] as const) {
      const nodes = nodesWith((payload, ref) => ({ ...BUTTON, ref, name: 'Own', [field]: payload }));
      const { controls, words: _, head: __, ...rest } = rendered(nodes);
      expect(controls).toEqual(
        nodes.map(({ ref, name = '' }) => ({ role: 'button', ref, words: oneLine(name) })),
      );
      expect({ ...rest, controls: [] }).toEqual(NOTHING);
    }
  });

  it('stay inside headings, paragraphs, items and cells', () => {
    const headings = rendered(nodesWith((name) => ({ role: 'heading', tag: 'h3', level: 3, name })));
    expect(headings).toMatchObject({ ...NOTHING, headings: LINES.map((line) => [3, line]) });
    const paragraphs = rendered(nodesWith((text) => ({ role: 'paragraph', tag: 'p', text })));
    expect(paragraphs).toMatchObject({ ...NOTHING, words: LINES.join('\n') });
    const loose = rendered(
      nodesWith((text) => ({
        role: 'region',
        tag: 'section',
        name: 'R',
        children: [{ role: 'text', text }],
      })),
    );
    expect(loose).toMatchObject({ headings: [], links: [], rows: [], items: 0, cuts: [] });
    expect(loose.controls).toEqual(LINES.map(() => ({ role: 'region', ref: '', words: 'R' })));
    const items = rendered([
      { role: 'list', tag: 'ul', children: nodesWith((text) => ({ role: 'listitem', tag: 'li', text })) },
    ]);
    expect(items).toMatchObject({ ...NOTHING, items: LINES.length, words: LINES.join('\n') });
    const row = (text: string): SnapshotNode => ({
      role: 'row',
      tag: 'tr',
      children: [
        { role: 'cell', tag: 'td', name: text },
        { role: 'cell', tag: 'td', name: 'own' },
      ],
    });
    const table = rendered([{ role: 'table', tag: 'table', children: nodesWith(row) }]);
    expect(table).toMatchObject({ ...NOTHING, rows: LINES.map((line) => [line, 'own', '']) });
  });

  it('stay inside the text and the address of links and images', () => {
    const links = rendered(
      nodesWith((payload) => ({ role: 'link', tag: 'a', name: payload, url: `/x?${payload}` })),
    );
    expect(links.links.map(([words]) => words)).toEqual(LINES);
    expect(links).toMatchObject({ headings: [], controls: [], rows: [], items: 0, cuts: [] });
    const images = rendered(nodesWith((name) => ({ role: 'image', tag: 'img', name })));
    expect(images).toMatchObject({ ...NOTHING, words: LINES.join('\n') });
  });

  it('do not turn a link or a control behind them into an image', () => {
    const behind = (payload: string, ref: string): SnapshotNode => ({
      role: 'paragraph',
      tag: 'p',
      name: `${payload}!Own link`,
      children: [{ role: 'link', tag: 'a', ref, name: 'Own link', url: '/own' }],
    });
    const { links, controls } = rendered(nodesWith(behind));
    expect(links).toEqual(LINES.map(() => ['Own link', '/own']));
    expect(controls).toEqual([]);
  });
});

describe('attacks in a delta', () => {
  it.each(WHOLE_FORMATS.filter((format) => format !== 'json'))('in format %s', (format) => {
    const snapshot = deltaWith();
    const { delta } = snapshot;
    const { rows, cuts } = parseTree(inside(renderSnapshot(snapshot, { ...AMPLE, format }).text));
    expect(cuts).toEqual([]);
    const of = (mark: string): Row[] => rows.filter((row) => row.mark === mark);
    const names = (list = delta.added): string[] => (list ?? []).map(({ node }) => oneLine(node.name ?? ''));
    const refs = ATTACKS.map((_, i) => `kd${i + 1}`);
    expect(
      of('+')
        .map(({ ref }) => ref)
        .sort(),
    ).toEqual(refs.slice().sort());
    expect(
      of('+')
        .map(({ words }) => words[0])
        .sort(),
    ).toEqual(names().sort());
    expect(of('~').map(({ ref }) => ref)).toEqual(refs);
    expect(
      of('-')
        .map(({ words }) => words[0])
        .sort(),
    ).toEqual(names(delta.removed).sort());
    expect(
      of('-')
        .map(({ ref }) => ref)
        .join(''),
    ).toBe('');
    for (const row of of('@')) expect(row).toMatchObject({ ref: '', level: 0 });
    of('~').forEach((row, i) => {
      const said = oneLine(ATTACKS[i]?.payload ?? '');
      expect(row.words).toEqual([said, said]);
      for (const label of ['name', 'value', 'text', 'placeholder', 'role'])
        expect(row.attributes[`was ${label}`]).toBe(said);
    });
    expect(rows).toHaveLength(of('+').length + of('~').length + of('-').length + of('@').length);
  });

  it('in format json', () => {
    const { rows, cuts } = PARSERS.json(
      inside(renderSnapshot(deltaWith(), { ...AMPLE, format: 'json' }).text),
    );
    expect(cuts).toEqual([]);
    expect(rows.flatMap(({ ref }) => ref || []).length).toBe(ATTACKS.length * 2);
  });
});

/** Sizes that cut the long payloads everywhere, and all others in the middle. */
const SIZES = [97, 131, 179, 211, 307, 701, 1511, 4001, 12_007];

describe.each(FORMATS)('attacks in format %s that is cut short', (format) => {
  it('add no node, wherever the text is cut', () => {
    const fields = ['name', 'value', 'text', 'placeholder', 'url'] as const;
    const known = new Set(ATTACKS.map((_, i) => `kd${i + 1}`));
    for (const field of fields) {
      const nodes = nodesWith((payload, ref) => ({
        role: 'link',
        tag: 'a',
        ref,
        url: '/x',
        [field]: payload,
      }));
      for (const maxCharsTotal of SIZES) {
        const { text, refs } = renderSnapshot(snapshotWith(nodes), {
          format,
          maxCharsTotal,
          boundary: NONCE,
        });
        expect(text.length).toBeLessThanOrEqual(maxCharsTotal);
        if (text === '' || /^(?:\{\}|0)$/.test(text.split('\n')[1] ?? '')) continue;
        const own = inside(text);
        if (format === 'markdown') {
          for (const { ref } of parseMarkdown(own).controls) expect(known.has(ref) || ref === '').toBe(true);
          continue;
        }
        const { rows } = PARSERS[format](own);
        expect(rows.flatMap(({ ref }) => ref || [])).toEqual(refs);
        for (const ref of refs) expect(known).toContain(ref);
      }
    }
  });
});

describe('the attack vectors, which other languages run too', () => {
  const FILE = new URL('../vectors/attacks.json', import.meta.url);

  it('are generated from the attacks (UPDATE_VECTORS=1 writes them anew, npm run format lays them out)', () => {
    const vectors = attackVectors().map((vector) => ({
      ...vector,
      expected: renderSnapshot(vector.snapshot, vector.options),
    }));
    const json = toJson(vectors);
    if (process.env.UPDATE_VECTORS) writeFileSync(FILE, json);
    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(json));
  });
});
