/** Types of requests that bring a page's content; others are drawn later (images), stay open, or only report to the server. */
const CONTENT = /^(?:document|script|stylesheet|xhr|fetch)$/i;

/** Requests that take longer are not waited for: slow servers, streams. */
const MAX_REQUEST_MS = 2_000;

/** The requests of a tab for content that have no answer yet, with the time when each began. */
export class RequestsUnderWay {
  readonly #begun = new Map<unknown, number>();

  begin(request: unknown, type: string): void {
    if (CONTENT.test(type)) this.#begun.set(request, Date.now());
  }

  end(request: unknown): void {
    this.#begun.delete(request);
  }

  /** How many have begun in the last 2 s and have no answer yet. */
  count(): number {
    const since = Date.now() - MAX_REQUEST_MS;
    return [...this.#begun.values()].filter((begun) => begun > since).length;
  }
}
