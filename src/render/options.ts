import type { ErrorInfo, Format, RenderOptions } from '../contract.ts';
import { clip, oneLine } from './one-line.ts';
import { quoteJson } from './to-json.ts';

/** Render options with all defaults filled in. */
export interface ResolvedRenderOptions {
  maxCharsTotal: number;
  maxNodes: number;
  maxDepth: number;
  compact: boolean;
  format: Format;
  /** Empty: no boundary. */
  boundary: string;
}

const DEFAULTS: ResolvedRenderOptions = {
  maxCharsTotal: 12000,
  maxNodes: 200,
  maxDepth: 12,
  compact: true,
  format: 'tree',
  boundary: '',
};

export const FORMATS = ['tree', 'text', 'html', 'indexed', 'outline', 'yaml', 'markdown', 'json'];

type Check = readonly [isRight: (value: unknown) => boolean, wanted: string, valid?: string[]];

const COUNT: Check = [(value) => typeof value === 'number' && value >= 1, 'a number from 1 up'];

const CHECKS: { readonly [K in keyof Required<RenderOptions>]: Check } = {
  maxCharsTotal: COUNT,
  maxNodes: COUNT,
  maxDepth: COUNT,
  compact: [(value) => typeof value === 'boolean', 'true or false'],
  format: [(value) => FORMATS.indexOf(value as string) >= 0, `one of ${FORMATS.join(', ')}`, FORMATS],
  boundary: [
    (value) => typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value),
    'a nonce of 1 to 64 letters, digits, "-" and "_"',
  ],
};

export const RENDER_OPTIONS = Object.keys(CHECKS);

const wrong = (argument: string, message: string, valid: string[]): ErrorInfo => ({
  code: 'invalid_argument',
  message,
  argument,
  valid,
});

/**
 * Render options with the defaults filled in (12000 characters, 200 nodes, 12 levels, compact, `tree`, no boundary),
 * or an `invalid_argument` error that names the valid values. `undefined` counts as absent, `text` is `tree`, and
 * counts are rounded down.
 */
export const resolveRenderOptions = (options: unknown): ResolvedRenderOptions | ErrorInfo => {
  const resolved: Record<string, unknown> = { ...DEFAULTS };
  if (options === undefined) return DEFAULTS;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    return wrong(
      'options',
      `Render options must be one object. Valid: ${RENDER_OPTIONS.join(', ')}.`,
      RENDER_OPTIONS,
    );
  }
  for (const name of Object.keys(options)) {
    const value: unknown = (options as Record<string, unknown>)[name];
    if (value === undefined) continue;
    if (RENDER_OPTIONS.indexOf(name) < 0) {
      const shown = quoteJson(clip(oneLine(name), 60));
      return wrong(
        name,
        `There is no render option ${shown}. Valid: ${RENDER_OPTIONS.join(', ')}.`,
        RENDER_OPTIONS,
      );
    }
    const [isRight, wanted, valid] = CHECKS[name as keyof RenderOptions];
    if (!isRight(value))
      return wrong(name, `The render option ${name} must be ${wanted}.`, valid || [wanted]);
    resolved[name] = typeof value === 'number' ? Math.floor(value) : value === 'text' ? 'tree' : value;
  }
  return resolved as unknown as ResolvedRenderOptions;
};
