/** What a page that loads shows comes of these; the rest is drawn later, stays open, or tells the server something. */
const CONTENT = /^(?:document|script|stylesheet|xhr|fetch)$/i;

/** Servers that take longer (ms), and what is asked for to stay open, are not waited for. */
const LONGEST_REQUEST_MS = 2_000;

/** The requests of a tab for what it shows, as a browser tells of them: when each has begun. */
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
    const since = Date.now() - LONGEST_REQUEST_MS;
    return [...this.#begun.values()].filter((begun) => begun > since).length;
  }
}
