import type { SnapshotNode } from '../../src/contract.ts';
import type { ParsedText } from './parse-rows.ts';

interface Written extends SnapshotNode {
  /** A line about what is left out has a number here, a node what the walk left out below it. */
  more: never;
  see?: string;
  children?: Written[];
}

/** Reads the json format. */
export const parseJsonText = (text: string): ParsedText => {
  const root = JSON.parse(text) as Written | number;
  const parsed: ParsedText = { head: '', rows: [], cuts: [] };
  if (typeof root === 'number') return parsed;
  const { children, ...head } = root;
  parsed.head = Object.keys(head).length > 0 ? JSON.stringify(head) : '';
  const stack: [Written, number][] = (children ?? []).map((child): [Written, number] => [child, 0]).reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, level] = next;
    if (typeof node.more === 'number') {
      parsed.cuts.push(JSON.stringify(node));
      continue;
    }
    const words = [node.name, node.value, node.text].filter((word): word is string => !!word);
    const role = node.role === 'generic' && node.hint ? node.hint : node.role;
    parsed.rows.push({ level, mark: '', ref: node.ref ?? '', role, words, attributes: {} });
    for (const child of (node.children ?? []).slice().reverse()) stack.push([child, level + 1]);
  }
  return parsed;
};
