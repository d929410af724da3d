import type { Box, SnapshotNode, SnapshotResult } from '../../../src/contract.ts';
import { el } from './element.ts';
import type { PageFrame } from './page-frame.ts';

/** What `inpage playground` adds to the page; absent on a plain web server. */
interface Served {
  token: string;
}

declare global {
  interface Window {
    inpagePlayground?: Served;
  }
}

export const hasServer = (): boolean => window.inpagePlayground !== undefined;

interface Reply {
  ok: boolean;
  error?: { code: string; message: string };
  [field: string]: unknown;
}

const ask = async (operation: string, input: object): Promise<Reply> => {
  const { token } = window.inpagePlayground as Served;
  const response = await fetch(`api/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(input),
  });
  const reply = (await response.json()) as Reply;
  if (!reply.ok && operation !== 'action') throw new Error(reply.error?.message ?? `${operation} failed.`);
  return reply;
};

/** Moves the boxes of a tree into `boxes`, by ref. */
const takeBoxes = (root: SnapshotNode, boxes: Map<string, Box>): void => {
  const stack = [root];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (at.box && at.ref !== undefined) boxes.set(at.ref, at.box);
    delete at.box;
    stack.push(...(at.children ?? []));
  }
};

const PAGE = { width: 1280, height: 800 };

/** Opens an address in a browser of the session server. Shows a screenshot of it; calls are sent to the session. */
export const openAddress = async (url: string, stage: HTMLElement): Promise<PageFrame> => {
  await ask('open', { url, snapshot: false, settings: { viewport: PAGE } });
  for (const before of Array.from(stage.querySelectorAll('iframe, img'))) before.remove();
  const element = el('img', { alt: 'The page' });
  stage.append(element);
  const draw = async (): Promise<void> => {
    const { base64 } = await ask('screenshot', {});
    element.src = `data:image/png;base64,${String(base64)}`;
  };
  await draw();
  const boxes = new Map<string, Box>();
  return {
    element,
    pageWidth: PAGE.width,
    async call<T>(verb: string, ...args: unknown[]): Promise<T> {
      if (verb === 'query') {
        const [ref, kind] = args;
        const known = kind === 'box' ? boxes.get(String(ref)) : undefined;
        return { ok: known !== undefined, value: known } as T;
      }
      if (verb !== 'snapshot') return { ok: true } as T;
      const { snapshot } = await ask('snapshot', { ...(args[0] as object), boxes: true, tree: true });
      const result = snapshot as SnapshotResult;
      // Boxes are for highlighting: the JSON view leaves them out.
      if (result.ok && 'tree' in result) takeBoxes(result.tree, boxes);
      if (result.ok && 'delta' in result)
        for (const changes of [result.delta.added, result.delta.changed, result.delta.removed])
          for (const { node, parent, after } of changes ?? [])
            for (const one of [node, parent, after]) if (one) takeBoxes(one, boxes);
      return result as T;
    },
    async act<T>(ref: string, kind: string, payload: unknown): Promise<T> {
      if (kind === 'scrollIntoView') return { ok: true } as T;
      const reply = await ask('action', { ref, kind, ...(payload !== undefined && { payload }) });
      await draw();
      return reply as T;
    },
    onPoint: () => undefined,
  };
};
