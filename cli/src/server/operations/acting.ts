import { z } from 'zod';
import type { ActionKind } from '../../../../src/contract.ts';
import type { ActionPayload, AgentSession, FilePayload, Observation } from '../../../../src/host/index.ts';
import { reasonOf, SessionError } from '../../sessions/index.ts';
import { needs, observed, onSession, type Reply, target, timeoutMs } from './operation.ts';

const coordinate = z.number().min(-100_000).max(100_000);
const button = z.enum(['left', 'middle', 'right']).default('left');

const mouseInput = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('move'),
    x: coordinate,
    y: coordinate,
    steps: z.number().int().min(1).max(100).optional(),
  }),
  z.strictObject({ type: z.literal('down'), button }),
  z.strictObject({ type: z.literal('up'), button }),
  z.strictObject({
    type: z.literal('click'),
    x: coordinate,
    y: coordinate,
    button,
    count: z.number().int().min(1).max(3).default(1),
  }),
  z.strictObject({ type: z.literal('wheel'), deltaX: coordinate.default(0), deltaY: coordinate.default(0) }),
]);

const key = z.string().min(1).max(100);
const keyboardInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('press'), key }),
  z.strictObject({ type: z.literal('down'), key }),
  z.strictObject({ type: z.literal('up'), key }),
  z.strictObject({ type: z.literal('type'), text: z.string() }),
  z.strictObject({ type: z.literal('insertText'), text: z.string() }),
]);

const file = z.strictObject({
  name: z.string().min(1).max(255),
  type: z.string().max(200).optional(),
  base64: z.string().optional(),
  text: z.string().optional(),
});

/** What to wait for after mouse and keyboard input, which has no ref: a loaded page without changes for 50 ms. */
const SETTLED = { quiet: 50, load: true } as const;

/** How long that is waited for, ms: a page with a clock never comes to rest. */
const SETTLE_MS = 1_000;

/** The changes after input, as soon as the page has settled. */
const settled = async (agent: AgentSession): Promise<Observation<unknown>> => {
  const seen = await agent.wait(SETTLED, SETTLE_MS);
  return seen.error?.code === 'timeout' ? agent.wait({}, 0) : seen;
};

/** Replaces the text of the wait in a reply by the name of the input. */
const sent = (what: string, reply: Reply): Reply => ({
  ...reply,
  text: String(reply.text).replace(/^(?:It holds|The page has not changed[^\n]*)\.$/m, `${what}: sent.`),
});

/** Playwright has no list of its keys: an unknown one throws. */
const keyProblem = (name: string) => (thrown: unknown) => {
  if (!/Unknown key/.test(String(thrown))) throw thrown;
  throw new SessionError(
    'invalid_argument',
    `There is no key ${JSON.stringify(name)}. A key is a character or a name such as Enter, with modifiers before it: "Control+Shift+A".`,
  );
};

export const ACTING_OPERATIONS = {
  action: onSession(
    z.strictObject({ ref: target, kind: z.string().max(40), payload: z.unknown().optional(), timeoutMs }),
    async ({ input: { ref, kind, payload, timeoutMs }, session }) => {
      const observation = await session.run(({ agent }) =>
        agent.act(ref, kind as ActionKind, payload as ActionPayload<ActionKind>, timeoutMs),
      );
      return observed(session, observation);
    },
  ),
  upload: onSession(
    z.strictObject({ ref: target, files: z.array(file).max(100) }),
    async ({ input: { ref, files }, session }) =>
      observed(
        session,
        await session.run(({ agent }) => agent.act(ref, 'upload', { files: files as FilePayload[] })),
      ),
  ),
  evaluate: onSession(
    z.strictObject({ expression: z.string().min(1).max(1_000_000) }),
    async ({ input: { expression }, session, policy }) => {
      needs(policy.evaluation, 'code to be evaluated', '--allow-eval');
      try {
        const value = await session.run(({ page }) => page.evaluate(expression));
        return {
          value: value ?? null,
          text: typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'undefined'),
        };
      } catch (thrown) {
        if (thrown instanceof SessionError) throw thrown;
        throw new SessionError('invalid_argument', `The expression threw: ${reasonOf(thrown)}`);
      }
    },
  ),
  mouse: onSession(mouseInput, async ({ input, session }) => {
    const observation = await session.run(async ({ page, agent }) => {
      const { mouse } = page;
      if (input.type === 'move') await mouse.move(input.x, input.y, { steps: input.steps ?? 1 });
      else if (input.type === 'down') await mouse.down({ button: input.button });
      else if (input.type === 'up') await mouse.up({ button: input.button });
      else if (input.type === 'wheel') await mouse.wheel(input.deltaX, input.deltaY);
      else await mouse.click(input.x, input.y, { button: input.button, clickCount: input.count });
      return settled(agent);
    });
    return sent(`mouse ${input.type}`, observed(session, observation));
  }),
  keyboard: onSession(keyboardInput, async ({ input, session }) => {
    const observation = await session.run(async ({ page, agent }) => {
      const { keyboard } = page;
      if (input.type === 'type') await keyboard.type(input.text);
      else if (input.type === 'insertText') await keyboard.insertText(input.text);
      else await keyboard[input.type](input.key).catch(keyProblem(input.key));
      return settled(agent);
    });
    return sent(`keyboard ${input.type}`, observed(session, observation));
  }),
};
