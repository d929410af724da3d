import type { CallToolPayload, PageCallTool } from '../../../contract.ts';
import { defaultButton } from '../../action/implicit-submit.ts';
import type { Script } from '../../action/script.ts';
import { keepUndo } from '../../agent.ts';
import { cut } from '../../dom/cut.ts';
import { labelWithRef } from '../../element/lookup.ts';
import { isRecord, LIMITED, nextPlace, placeOf, wrongArgument } from '../../payload.ts';
import { type Failure, fail, isFailure, quoted } from '../../result.ts';
import { changeSinceLast } from '../../run.ts';
import type { DocumentState } from '../../state.ts';
import { checked } from '../checked.ts';
import type { Answer } from '../page.ts';
import { wait } from '../wait.ts';
import { awaited, inTimeOnly } from './awaited.ts';
import { problemOf } from './check-input.ts';
import { noTool, readTools } from './read-tools.ts';

const PAYLOAD = {
  name: 'string!',
  input: 'object',
  ...LIMITED,
  consequential: 'boolean',
};

const TIMEOUT_MS = 30_000;
const TOOLS_MS = 5000;
const LIMIT_CHARS = 4000;

/** Most characters of a result that are kept for later calls with `after`. */
const KEPT_CHARS = 1e6;

/** Most characters of the message of an error. */
const ERROR_CHARS = 300;

/** How long a form that a person submits is waited for: it is filled by then. */
const FILLED_MS = 400;

/** After a tool has answered, its changes are complete when the DOM has been quiet for 60 ms; at most 1500 ms are waited. */
const QUIET_AFTER = { quiet: 60, timeoutMs: 1500 };

/** The message of an error; empty where reading it throws. */
const wordsOf = (error: unknown): string => {
  try {
    return cut(String((error as Error)?.message || error), ERROR_CHARS);
  } catch {
    return '';
  }
};

type Output = NonNullable<DocumentState['toolOutput']>;

/** The texts of a result in the shape of MCP, else the result itself. */
const outputOf = (name: string, given: unknown): Output & { isError?: true } => {
  const made = (text: string): Output => ({ name, output: text.slice(0, KEPT_CHARS), chars: text.length });
  const whole = String(given ?? '');
  try {
    const { content, isError } = JSON.parse(whole);
    const texts = content.map((part: { text?: unknown }) => part.text ?? JSON.stringify(part));
    return { ...made(texts.join('\n')), ...(isError === true && { isError }) };
  } catch {
    return made(whole);
  }
};

/** A part of an output, from a character on. */
const partOf = (
  { name, output, chars }: Output,
  from: number,
  limit = LIMIT_CHARS,
): Pick<PageCallTool, 'name' | 'output' | 'totalChars' | 'after'> => ({
  name,
  output: output.slice(from, from + limit),
  ...(from + limit < chars && { totalChars: chars }),
  ...nextPlace(from + limit, output.length),
});

/** Chromium 156 takes an object as input; earlier releases, and scripts that imitate them, take its JSON as a string. */
const asObjectOrText = (input: object): object =>
  Object.defineProperty({ ...input }, 'toString', { value: () => JSON.stringify(input), writable: true });

/** Calls a tool of the page and returns its output with the changes since the last snapshot. */
export const callTool = checked(
  'callTool',
  PAYLOAD,
  function* (agent, payload: CallToolPayload, inTime): Script<Answer<PageCallTool> | Failure> {
    const { name, input = {}, timeoutMs = TIMEOUT_MS, limitChars } = payload;
    const { state } = agent;
    const from = placeOf(payload.after);
    const last = state.toolOutput;
    if (payload.after !== undefined)
      return last?.name === name
        ? partOf(last, from, limitChars)
        : wrongArgument('after', 'There is no result of this tool to go on in: call it without after.');
    if (!inTime) return inTimeOnly('callTool');
    const all = yield* readTools(agent, TOOLS_MS);
    if (isFailure(all)) return all;
    const found = all.tools.find((candidate) => candidate.name === name);
    const { context } = all;
    if (!found || !context) return noTool(name, all);
    const { tool, schema, annotations, form, waits } = found;
    if (annotations?.consequentialHint && payload.consequential === false)
      return fail('tool_refused', `The host does not allow ${name}, which the page calls consequential.`);
    const problem = problemOf(
      form && isRecord(schema) ? { ...schema, additionalProperties: false } : schema,
      input,
    );
    if (problem) return wrongArgument('input', `Nothing was sent to ${name}: ${quoted(problem)}.`);
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const ms = waits ? FILLED_MS : timeoutMs;
    let isOver = false;
    // The call stays open until a person submits the form; `release` or the next call of the tool aborts it.
    if (waits) keepUndo(agent, `tool ${name}`, () => isOver || agent.guard.page(stop));
    const { value, error, isLate } = yield* awaited(agent, ms, async () => {
      try {
        return await context.executeTool(tool, asObjectOrText(input), { signal: controller.signal });
      } finally {
        isOver = true;
      }
    });
    if (isLate && !waits) {
      agent.guard.page(stop);
      return fail(
        'timeout',
        `${name} has not answered within ${timeoutMs} ms and was aborted. Take a snapshot.`,
      );
    }
    if (error !== undefined) {
      const observed = wordsOf((error as { reason?: unknown } | null)?.reason ?? '');
      return fail('tool_failed', `${name} failed: ${quoted(wordsOf(error))}.`, observed ? { observed } : {});
    }
    yield* wait(agent, QUIET_AFTER, true);
    const { isError, ...output } = outputOf(name, value);
    state.toolOutput = output;
    const button = isLate && form && defaultButton(form);
    return {
      ...partOf(output, 0, limitChars),
      ...(isError && { isError }),
      ...(value === null && { navigates: true as const }),
      ...(isLate && { waits: true as const }),
      ...(button && { submit: labelWithRef(agent, button) }),
      ...(annotations && { annotations }),
      ...(!agent.isInChannel && changeSinceLast(agent)),
    };
  },
);
