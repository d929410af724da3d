import type { Driver } from '../driver.ts';
import type { Page } from './page.ts';

/** The tabs of a session in the order in which they came, and those that it has been in. */
export class Tabs {
  #last = 0;
  readonly #known = new Map<Page, number>();
  /** The current one last. */
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
    this.#visited = [...this.#visited.filter((one) => one !== page), page];
  }

  /** One that is closed, or about to be. The last one stays. */
  remove(page: Page): void {
    if (this.#known.size === 1) return;
    this.#known.delete(page);
    this.#visited = this.#visited.filter((one) => one !== page);
    const [other] = [...this.#known.keys()].slice(-1);
    if (this.#visited.length === 0 && other) this.#visited = [other];
  }

  /** Forgets those that are gone; says whether the current one is among them. */
  removeGone(): boolean {
    const { current } = this;
    for (const page of this.#known.keys()) if (page.driver.isGone?.()) this.remove(page);
    return this.current !== current;
  }
}
