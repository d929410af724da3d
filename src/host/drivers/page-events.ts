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

/** The source of a page's events; typed `never`, since Playwright and Puppeteer declare generic types of their own. */
export interface PageEvents {
  on(event: never, listener: never): unknown;
  off(event: never, listener: never): unknown;
}

/** The resource type of a request; empty with Puppeteer's Firefox, which throws. */
const typeOf = (request: PageRequest): string => {
  try {
    return request.resourceType();
  } catch {
    return '';
  }
};

/** Answers the dialogs of a page, counts its requests, and adds the `others` as listeners. Returns a function that ends that. */
export const listenToPage = (
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
    // Rejects where the page is gone by now.
    (accept ? shown.accept(text) : shown.dismiss()).catch(() => undefined);
  };
  const request = (begun: PageRequest): void => requests.begin(begun, typeOf(begun));
  const ended = (ended: PageRequest): void => requests.end(ended);
  const all = Object.entries({ dialog, request, requestfinished: ended, requestfailed: ended, ...others });
  for (const [event, handler] of all) page.on(event as never, handler as never);
  return () => {
    for (const [event, handler] of all) page.off(event as never, handler as never);
  };
};
