import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer of the scripted model at one step of a conversation. */
export interface Turn {
  text?: string;
  toolCalls?: { name: string; arguments: unknown }[];
  /** HTTP status to answer instead of a completion. */
  status?: number;
  /** Delay of the answer (ms). */
  delayMs?: number;
  /** Token counts to report. Default: a quarter of the bytes. */
  usage?: { prompt: number; completion: number };
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** A request that the server got. */
export interface ModelRequest {
  model: string;
  messages: ChatMessage[];
  tools?: { function: { name: string; parameters: Record<string, unknown> } }[];
  tool_choice?: unknown;
  max_tokens?: number;
  stream?: boolean;
  /** From the `authorization` header. */
  key: string;
}

export interface Conversation {
  request: ModelRequest;
  /** The number of earlier answers of the model. */
  step: number;
  /** How often this same request came before, as a retry. */
  attempt: number;
  /** The first message of the user. */
  prompt: string;
  /** All text from pages and tools, without the boundary lines. */
  seen: string;
}

/** Turns by step (the last one is repeated), or a function that returns the turn. */
export type Script = readonly Turn[] | ((conversation: Conversation) => Turn);

export interface ModelServer {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** `origin` with `/v1` */
  baseUrl: string;
  requests: ModelRequest[];
  /** The number of requests in progress. */
  readonly open: number;
  /** Answers prompts that contain `word` by this script; the script added last has precedence. */
  script(word: string, script: Script): void;
  close(): Promise<void>;
}

const BYTES_PER_TOKEN = 4;

const quarter = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** The text of pages in a prompt: what stands between the boundary lines. */
const pagesIn = (text: string): string =>
  [...text.matchAll(/^<page (\w+)>\n([\s\S]*?)\n<\/page \1>$/gm)].map((match) => match[2]).join('\n');

const conversationOf = (request: ModelRequest, attempt: number): Conversation => {
  const prompt = request.messages.find(({ role }) => role === 'user')?.content ?? '';
  const texts = request.messages.filter(({ role }) => role !== 'system').map(({ content }) => content ?? '');
  return {
    request,
    attempt,
    prompt,
    step: request.messages.filter(({ role }) => role === 'assistant').length,
    seen: texts.map(pagesIn).join('\n'),
  };
};

const first = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1]?.trim();

/** A value for a JSON Schema, taken from a page's text: the first heading, the first number. */
export const valueFor = (schema: Record<string, unknown>, seen: string): unknown => {
  const { type, properties, items, enum: values, anyOf } = schema as Record<string, never>;
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return valueFor(anyOf[0] ?? {}, seen);
  if (type === 'array') return [valueFor(items ?? {}, seen)];
  const heading = first(seen, /^#+ (?!Page: )(.*)$/m);
  if (properties)
    return Object.fromEntries(
      Object.entries((properties ?? {}) as Record<string, Record<string, unknown>>).map(([name, one]) => [
        name,
        valueFor(one, seen),
      ]),
    );
  if (type === 'number' || type === 'integer') return Number(first(seen, /(?:^|\s)(\d+)(?=[\s.,]|$)/m) ?? 0);
  if (type === 'boolean') return true;
  if (type === undefined || type === 'object') return { answer: heading ?? 'nothing' };
  return heading ?? first(seen, /(\S.*)/) ?? 'nothing';
};

const resultOf = (request: ModelRequest, seen: string): unknown => {
  const finish = request.tools?.find((one) => one.function.name === 'finish')?.function.parameters ?? {};
  return valueFor(finish, seen);
};

/** The answer to a prompt without a script: a summary, JSON by the schema, or an agent that scrapes and finishes. */
const unscripted = ({ request, prompt, seen, step }: Conversation): Turn => {
  const system = request.messages.find(({ role }) => role === 'system')?.content ?? '';
  if (!request.tools?.length) {
    if (/JSON/.test(system)) {
      const schema = first(system, /JSON Schema:\n(\{.*\})$/m);
      const value = schema
        ? valueFor(JSON.parse(schema), seen)
        : { title: first(seen, /^#+ (?!Page: )(.*)$/m) };
      return { text: JSON.stringify(value) };
    }
    return { text: `Summary: ${first(seen, /^#+ (?!Page: )(.*)$/m) ?? seen.slice(0, 100)}` };
  }
  const url = first(prompt, /(https?:\/\/\S+)/);
  if (step === 0 && url) return { toolCalls: [{ name: 'scrape', arguments: { url } }] };
  return { toolCalls: [{ name: 'finish', arguments: resultOf(request, seen) }] };
};

/**
 * Applies words of the prompt: `[slow 500]` delays each answer, `[status 429]` is the answer to the first attempt of
 * each.
 */
const withWords = (turn: Turn, { prompt, attempt }: Conversation): Turn => {
  const slow = first(prompt, /\[slow (\d+)\]/);
  const status = first(prompt, /\[status (\d+)\]/);
  return {
    ...turn,
    ...(slow && { delayMs: Number(slow) }),
    ...(status && attempt === 0 && { status: Number(status) }),
  };
};

interface Reply {
  message: { role: 'assistant'; content: string | null; tool_calls?: object[] };
  finish: 'stop' | 'tool_calls' | 'length';
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
}

let calls = 0;

/** Cuts an answer at `max_tokens`, as models do. */
const replyTo = (request: ModelRequest, { text = '', toolCalls = [], usage }: Turn): Reply => {
  const most = request.max_tokens ?? Number.POSITIVE_INFINITY;
  const prompt = usage?.prompt ?? quarter(JSON.stringify([request.messages, request.tools ?? []]));
  const wanted = usage?.completion ?? Math.max(1, quarter(text + JSON.stringify(toolCalls)));
  const isCut = wanted > most;
  const completion = Math.min(wanted, most);
  const counted = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  const content = isCut ? text.slice(0, most * BYTES_PER_TOKEN) : text;
  if (toolCalls.length === 0 || isCut)
    return {
      message: { role: 'assistant', content },
      finish: isCut ? 'length' : 'stop',
      usage: counted,
    };
  return {
    message: {
      role: 'assistant',
      content: text || null,
      tool_calls: toolCalls.map(({ name, arguments: given }) => ({
        id: `call-${++calls}`,
        type: 'function',
        function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
      })),
    },
    finish: 'tool_calls',
    usage: counted,
  };
};

const sendPlain = (response: ServerResponse, model: string, { message, finish, usage }: Reply): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const choices = [{ index: 0, message, finish_reason: finish }];
  response.end(
    JSON.stringify({ id: 'chat-1', object: 'chat.completion', created: 0, model, choices, usage }),
  );
};

const sendStream = (response: ServerResponse, model: string, { message, finish, usage }: Reply): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (choices: object[], more: object = {}): void => {
    const chunk = { id: 'chat-1', object: 'chat.completion.chunk', created: 0, model, choices, ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const delta = (given: object): void => send([{ index: 0, delta: given, finish_reason: null }]);
  delta({ role: 'assistant' });
  for (const piece of message.content?.match(/[\s\S]{1,20}/g) ?? []) delta({ content: piece });
  for (const [index, call] of (message.tool_calls ?? []).entries())
    delta({ tool_calls: [{ index, ...call }] });
  send([{ index: 0, delta: {}, finish_reason: finish }]);
  send([], { usage });
  response.end('data: [DONE]\n\n');
};

/** Waits; returns false as soon as the client has closed the connection. */
const stillOpenAfter = (ms: number, response: ServerResponse): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(!response.destroyed), ms);
    response.on('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });

const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/**
 * A scripted model behind a real OpenAI-compatible address (`POST /v1/chat/completions`, plain and streaming, with tool
 * calls and usage). Without a script it summarizes, fills in schemas, and works as an agent: it scrapes the first address
 * of the prompt and finishes with what it has found.
 */
export const startModelServer = async (scripts: Record<string, Script> = {}): Promise<ModelServer> => {
  const requests: ModelRequest[] = [];
  const known: [string, Script][] = Object.entries(scripts);
  const attempts = new Map<string, number>();
  let open = 0;

  const turnFor = (conversation: Conversation): Turn => {
    const { prompt, step } = conversation;
    const script = known.filter(([word]) => prompt.includes(word)).at(-1)?.[1] ?? unscripted;
    const turn = typeof script === 'function' ? script(conversation) : (script[step] ?? script.at(-1));
    return withWords(turn ?? {}, conversation);
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await bodyOf(incoming);
    if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions') {
      response.writeHead(404).end();
      return;
    }
    const key = (incoming.headers.authorization ?? '').replace(/^Bearer /, '');
    const request: ModelRequest = { ...JSON.parse(text), key };
    requests.push(request);
    const attempt = attempts.get(text) ?? 0;
    attempts.set(text, attempt + 1);
    const turn = turnFor(conversationOf(request, attempt));
    if (turn.delayMs && !(await stillOpenAfter(turn.delayMs, response))) return;
    if (turn.status !== undefined) {
      response.writeHead(turn.status, { 'content-type': 'application/json', 'retry-after-ms': '10' });
      response.end(JSON.stringify({ error: { message: `no answer for the key ${key}`, type: 'error' } }));
      return;
    }
    const reply = replyTo(request, turn);
    if (request.stream) sendStream(response, request.model, reply);
    else sendPlain(response, request.model, reply);
  };

  const server: Server = createServer((incoming, response) => {
    open++;
    response.on('close', () => open--);
    answer(incoming, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    requests,
    get open() {
      return open;
    },
    script: (word, script) => {
      known.push([word, script]);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
