import type { PageTools, ToolsPayload } from '../../../contract.ts';
import { toJson } from '../../../render/to-json.ts';
import type { Script } from '../../action/script.ts';
import { type Agent, type Failure, isFailure } from '../../agent.ts';
import { nextPlace, placeOf, readPayload } from '../../payload.ts';
import type { Answer } from '../page.ts';
import { inTimeOnly } from './awaited.ts';
import { noTool, readTools, toPageTool } from './read-tools.ts';

const PAYLOAD = { name: 'string', limit: 'count', after: 'number or string' };

/** Of all that are listed. */
const LIST_CHARS = 12_000;

/** The tools that the page offers. */
export function* tools(agent: Agent, given: unknown, inTime: boolean): Script<Answer<PageTools> | Failure> {
  const payload = readPayload<ToolsPayload>('tools', given, PAYLOAD);
  if (isFailure(payload)) return payload;
  const { name, limit = 20, timeoutMs = 5000 } = payload;
  const from = placeOf(payload.after);
  if (isFailure(from)) return from;
  if (!inTime) return inTimeOnly('tools');
  const all = yield* readTools(agent, timeoutMs);
  if (isFailure(all)) return all;
  const wanted = all.tools.filter((one) => name === undefined || one.name === name);
  if (name !== undefined && wanted.length === 0) return noTool(name, all);
  const listed = [];
  let room = LIST_CHARS;
  for (const one of wanted.slice(from, from + limit)) {
    const tool = toPageTool(agent, one, name === undefined ? 0 : 1);
    room -= toJson(tool).length;
    if (room < 0 && listed.length > 0) break;
    listed.push(tool);
  }
  return { tools: listed, total: wanted.length, ...nextPlace(from + listed.length, wanted.length) };
}
