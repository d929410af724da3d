import type { Driver } from '../driver.ts';
import type { Page } from './page.ts';

/** The tabs of a session with their ids, and the order in which they were current. */
export class Tabs {
  #last = 0;
  readonly #known = new Map<Page, number>();
  /** The tabs in the order in which they were current; the last is the current one. */
  #visited: Page[] = [];

  get current(): Page {
    return this.#visited[this.#visited.length - 1] as Page;
  }

  get hasEarlier(): boolean {
    return this.#visited.length > 1;
  }

  pageOf(driver: Driver): Page | undefined {
    return [...this.#known.keys()].find((page) => page.driver === driver);
  }

  pageWith(id: number): Page | undefined {
    return [...this.#known].find(([, known]) => known === id)?.[0];
  }

  all(): [page: Page, id: number][] {
    return [...this.#known];
  }

  add(page: Page): void {
    this.#known.set(page, ++this.#last);
  }

  goTo(page: Page): void {
    this.#visited = [...this.#visited.filter((other) => other !== page), page];
  }

  /** Removes a tab that is closed or about to be; not the only one. */
  remove(page: Page): void {
    if (this.#known.size === 1) return;
    this.#known.delete(page);
    this.#visited = this.#visited.filter((other) => other !== page);
    const [other] = [...this.#known.keys()].slice(-1);
    if (this.#visited.length === 0 && other) this.#visited = [other];
  }

  /** Removes tabs that are gone; returns whether the current one was among them. */
  removeGone(): boolean {
    const { current } = this;
    for (const page of this.#known.keys()) if (page.driver.isGone?.()) this.remove(page);
    return this.current !== current;
  }
}
