import type { PageTool, PageTools } from '../contract.ts';
import { toJson } from '../render/to-json.ts';
import { nextPlace } from './payload.ts';

/** The longest list, characters as JSON. */
const LIST_CHARS = 12_000;

const MAX_LISTED = 20;

/** The tools from index `from` on that fit into one list, at least one. */
export const fitTools = (
  total: number,
  toolAt: (at: number) => PageTool,
  from: number,
  limit = MAX_LISTED,
): Pick<PageTools, 'tools' | 'total' | 'after'> => {
  const tools = [];
  let room = LIST_CHARS;
  for (let at = from; at < Math.min(from + limit, total); at++) {
    const tool = toolAt(at);
    room -= toJson(tool).length;
    if (room < 0 && tools.length > 0) break;
    tools.push(tool);
  }
  return { tools, total, ...nextPlace(from + tools.length, total) };
};
