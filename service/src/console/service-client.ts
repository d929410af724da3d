/** Key in `sessionStorage` of the API key, which is kept only while the tab is open. */
const STORED = 'inpage-key';

export const storedKey = (): string | null => sessionStorage.getItem(STORED);

export const storeKey = (key: string | null): void => {
  if (key) sessionStorage.setItem(STORED, key);
  else sessionStorage.removeItem(STORED);
};

/** The error of an answer whose status is not 2xx. */
export class AnswerError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const headers = (more: Record<string, string> = {}): Record<string, string> => {
  const key = storedKey();
  return { ...more, ...(key && { authorization: `Bearer ${key}` }) };
};

/** Sends a request to the service. @returns the parsed JSON of the answer @throws {AnswerError} */
export const ask = async <T>(method: string, path: string, body?: string): Promise<T> => {
  const answer = await fetch(path, {
    method,
    headers: headers(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(body !== undefined && { body }),
  });
  const parsed = (await answer.json().catch(() => ({}))) as T & { error?: string };
  if (!answer.ok)
    throw new AnswerError(answer.status, parsed.error ?? `The service answered ${answer.status}.`);
  return parsed;
};

/** A server-sent event. */
export interface StreamedEvent {
  id: number;
  type: string;
  data: unknown;
}

const parseEvent = (block: string): StreamedEvent | undefined => {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1).trimStart());
  }
  const data = fields.get('data');
  if (data === undefined) return undefined;
  return {
    id: Number(fields.get('id') ?? 0),
    type: fields.get('event') ?? 'message',
    data: JSON.parse(data),
  };
};

/** The events of a stream after the one with id `after`. `EventSource` cannot send an API key in a header. */
export async function* readEvents(
  path: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<StreamedEvent> {
  const answer = await fetch(path, { headers: headers({ 'last-event-id': String(after) }), signal });
  if (!answer.ok || !answer.body) throw new AnswerError(answer.status, 'The events are not to be had.');
  let rest = '';
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event) yield event;
    }
  }
}
