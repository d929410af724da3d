import { wrapLanguageModel } from 'ai';
import type { Model } from './provider.ts';

type Middleware = Parameters<typeof wrapLanguageModel>[0]['middleware'];
type WrapGenerate = NonNullable<Extract<Middleware, { wrapGenerate?: unknown }>['wrapGenerate']>;
type Given = Parameters<WrapGenerate>[0];
type Result = Awaited<ReturnType<WrapGenerate>>;

/** Collects the parts of a streamed answer into one result. */
const gather = async ({ stream }: Awaited<ReturnType<Given['doStream']>>): Promise<Result> => {
  const content: Result['content'] = [];
  const texts = new Map<string, { type: 'text' | 'reasoning'; text: string }>();
  let end: Pick<Result, 'finishReason' | 'usage'> | undefined;
  let warnings: Result['warnings'] = [];
  const begin = (id: string, type: 'text' | 'reasoning'): void => {
    const text = { type, text: '' };
    texts.set(id, text);
    content.push(text);
  };
  for await (const part of stream) {
    switch (part.type) {
      case 'text-start':
        begin(part.id, 'text');
        break;
      case 'reasoning-start':
        begin(part.id, 'reasoning');
        break;
      case 'text-delta':
      case 'reasoning-delta': {
        const text = texts.get(part.id);
        if (text) text.text += part.delta;
        break;
      }
      case 'tool-call':
      case 'file':
      case 'source':
        content.push(part);
        break;
      case 'stream-start':
        warnings = part.warnings;
        break;
      case 'finish':
        end = part;
        break;
      case 'error':
        throw part.error;
    }
  }
  if (!end) throw new Error('The stream ended before the answer did.');
  return { finishReason: end.finishReason, usage: end.usage, warnings, content };
};

/** Wraps a model so that it requests answers as streams: some providers and proxies close connections that are silent. */
export const streamed = (model: Model): Model =>
  wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v3',
      wrapGenerate: async ({ doStream }) => gather(await doStream()),
    },
  });
