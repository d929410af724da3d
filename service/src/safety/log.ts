import { type DestinationStream, type Logger, pino } from 'pino';
import { redact, redactText, redactUrl } from './redact.ts';

export type { Logger } from 'pino';

interface LoggedRequest {
  method: string;
  url: string;
  ip: string;
}

/** Logs as JSON lines, to standard error; secrets are hidden in whatever is logged. */
export const createLog = (level = 'info', destination: DestinationStream = pino.destination(2)): Logger =>
  pino(
    {
      level,
      base: { name: 'inpage-service' },
      serializers: {
        req: ({ method, url, ip }: LoggedRequest) => ({ method, url: redactUrl(url), ip }),
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
        err: (error: unknown) => redact(error),
      },
      formatters: {
        level: (label) => ({ level: label }),
        // Requests and answers have serializers of their own.
        log: (fields) =>
          Object.fromEntries(
            Object.entries(fields).map(([name, value]) => [
              name,
              name === 'req' || name === 'res' ? value : redact(value),
            ]),
          ),
      },
      hooks: {
        logMethod(args, method) {
          method.apply(
            this,
            args.map((one) => (typeof one === 'string' ? redactText(one) : one)) as Parameters<typeof method>,
          );
        },
      },
    },
    destination,
  );
