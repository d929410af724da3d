import type { PageTool, PageTools } from '../contract.ts';
import { toJson } from '../render/to-json.ts';
import { nextPlace } from './payload.ts';

/** Of all that are listed. */
const LIST_CHARS = 12_000;

const MOST_LISTED = 20;

/** As many tools from one place on as a list holds, one at least. */
export const fitTools = (
  total: number,
  toolAt: (at: number) => PageTool,
  from: number,
  limit = MOST_LISTED,
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
