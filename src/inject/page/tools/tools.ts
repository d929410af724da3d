import type { PageTool, PageTools, ToolsPayload } from '../../../contract.ts';
import type { Script } from '../../action/script.ts';
import { fitTools } from '../../fit-tools.ts';
import { LISTED, placeOf } from '../../payload.ts';
import { type Failure, isFailure } from '../../result.ts';
import { checked } from '../checked.ts';
import type { Answer } from '../page.ts';
import { inTimeOnly } from './awaited.ts';
import { type FoundTool, noTool, readTools, toPageTool } from './read-tools.ts';

const PAYLOAD = { name: 'string', ...LISTED };

/** Lists the tools that the page offers, or returns one by name. */
export const tools = checked('tools', PAYLOAD, function* (agent, payload: ToolsPayload, inTime): Script<
  Answer<PageTools> | Failure
> {
  const { name, limit, timeoutMs = 5000 } = payload;
  const from = placeOf(payload.after);
  if (!inTime) return inTimeOnly('tools');
  const all = yield* readTools(agent, timeoutMs);
  if (isFailure(all)) return all;
  const wanted = all.tools.filter((tool) => name === undefined || tool.name === name);
  if (name !== undefined && wanted.length === 0) return noTool(name, all);
  const toolAt = (at: number): PageTool =>
    toPageTool(agent, wanted[at] as FoundTool, name === undefined ? 0 : 1);
  return fitTools(wanted.length, toolAt, from, limit);
});
