import { type DestinationStream, type Logger, pino } from 'pino';
import { redact, redactText, redactUrl } from './redact.ts';

export type { Logger } from 'pino';

interface LoggedRequest {
  method: string;
  url: string;
  ip: string;
}

/** Creates a logger that writes JSON lines to standard error and hides secrets in everything that is logged. */
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
        // `req` and `res` are left to the serializers above: they are large objects, of which only a few fields are logged.
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
            args.map((entry) => (typeof entry === 'string' ? redactText(entry) : entry)) as Parameters<
              typeof method
            >,
          );
        },
      },
    },
    destination,
  );
