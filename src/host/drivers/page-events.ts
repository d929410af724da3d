import { answerDialog, type DialogPolicy } from '../dialog-policy.ts';
import type { DriverEvent } from '../driver.ts';
import type { RequestsUnderWay } from './requests-under-way.ts';

/** A dialog of Playwright or Puppeteer. */
interface PageDialog {
  type(): string;
  message(): string;
  defaultValue(): string;
  accept(text?: string): Promise<void>;
  dismiss(): Promise<void>;
}

interface PageRequest {
  resourceType(): string;
}

/** What tells of events. Those of Playwright and Puppeteer are generic: looked at at run time. */
export interface PageEvents {
  on(event: never, listener: never): unknown;
  off(event: never, listener: never): unknown;
}

/** Puppeteer's Firefox tells of no request what it is for. */
const typeOf = (request: PageRequest): string => {
  try {
    return request.resourceType();
  } catch {
    return '';
  }
};

/** Answers the dialogs of a page, counts its requests, and hears what else is given; what it gives ends that. */
export const hearPage = (
  page: PageEvents,
  listener: (event: DriverEvent) => void,
  shared: { readonly dialogs: DialogPolicy },
  requests: RequestsUnderWay,
  others: Readonly<Record<string, (given: never) => void>>,
): (() => void) => {
  const dialog = (shown: PageDialog): void => {
    const seen = answerDialog(shared.dialogs, shown.type(), shown.message(), shown.defaultValue());
    listener({ type: 'dialog', dialog: seen });
    const { accept, text } = seen.answer;
    // The page may be gone by now.
    (accept ? shown.accept(text) : shown.dismiss()).catch(() => undefined);
  };
  const request = (begun: PageRequest): void => requests.begin(begun, typeOf(begun));
  const over = (ended: PageRequest): void => requests.end(ended);
  const all = Object.entries({ dialog, request, requestfinished: over, requestfailed: over, ...others });
  for (const [event, heard] of all) page.on(event as never, heard as never);
  return () => {
    for (const [event, heard] of all) page.off(event as never, heard as never);
  };
};
