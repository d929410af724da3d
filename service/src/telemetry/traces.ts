import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import { redactText } from '../safety/redact.ts';

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** W3C `traceparent` of another process. Default: the current span. */
  parent?: string | undefined;
  /** Milliseconds since 1970. */
  startTime?: number;
}

export { SpanKind } from '@opentelemetry/api';

const tracer = () => trace.getTracer('inpage-service');

/** W3C `traceparent` of the current span, to be stored in a job. Undefined if no traces are recorded. */
export const currentTrace = (): string | undefined => {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
};

/** Starts a span. Spans that are started within the context `within` become its children. */
export const startSpan = (
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent, startTime }: SpanOptions = {},
): { span: Span; within: Context } => {
  const from = parent ? propagation.extract(ROOT_CONTEXT, { traceparent: parent }) : context.active();
  const span = tracer().startSpan(name, { kind, attributes, ...(startTime && { startTime }) }, from);
  return { span, within: trace.setSpan(from, span) };
};

/** Runs `work` in the context of a span. */
export const runWithin = <T>(within: Context, work: () => T): T => context.with(within, work);

export const spanFailed = (span: Span, error: unknown): void => {
  span.setStatus({ code: SpanStatusCode.ERROR, message: redactText(String(error)).slice(0, 500) });
};

/** Runs `work` in a new span, which ends with it and records its error. */
export const inSpan = async <T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> => {
  const { span, within } = startSpan(name, options);
  try {
    return await runWithin(within, () => work(span));
  } catch (error) {
    spanFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
};

/**
 * Starts to send OpenTelemetry traces by OTLP over HTTP, if `OTEL_EXPORTER_OTLP_ENDPOINT` (or `..._TRACES_ENDPOINT`) is
 * set; the SDK reads its other `OTEL_` variables too. Without an endpoint no span is recorded.
 *
 * @returns a function that sends the remaining spans and stops
 */
export const startTraces = (
  environment: NodeJS.ProcessEnv = process.env,
  exporter?: SpanExporter,
): (() => Promise<void>) => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = environment;
  if (!exporter && !all && !traces) return async () => undefined;
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': environment.OTEL_SERVICE_NAME ?? 'inpage-service' }),
    spanProcessors: [new BatchSpanProcessor(exporter ?? new OTLPTraceExporter())],
  });
  provider.register();
  return async () => {
    await provider.shutdown();
    trace.disable();
    context.disable();
    propagation.disable();
  };
};
