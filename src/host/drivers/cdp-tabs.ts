import type { DialogPolicy } from '../dialog-policy.ts';
import type { Driver } from '../driver.ts';
import type { CdpClient, CdpParams } from './cdp-client.ts';

interface TargetInfo {
  targetId: string;
  type: string;
  /** The tab that has opened this one, also with `noopener`. */
  openerId?: string;
  browserContextId?: string;
}

type OnOpened = (opened: Driver) => void;

/** A client for a session that is not attached yet: its calls wait for that. */
const whenAttached = (attached: Promise<CdpClient>, session: CdpClient['session']): CdpClient => ({
  send: async (method, params) => (await attached).send(method, params),
  on: (event: never, listener: never) =>
    attached.then(
      (client) => client.on?.(event, listener),
      // The tab was closed before it was attached: report that as its end.
      () => event === ('Inspector.detached' as never) && (listener as (params: CdpParams) => void)({}),
    ),
  ...(session && { session }),
});

/** The tabs of one connection: those that pages of known tabs or the session have opened. */
export class CdpTabs {
  readonly #drivers = new Map<string, Driver>();
  /** Listeners for opened tabs, by the target that opens them. */
  readonly #listeners = new Map<string, OnOpened>();
  #browserContextId: string | undefined;
  #discovering: Promise<unknown> | undefined;

  /**
   * @param connection the client that discovers and attaches to tabs: not the session of a tab, which would end with it
   * @param make makes a driver for the client of a tab
   */
  constructor(
    private readonly connection: CdpClient,
    readonly shared: { dialogs: DialogPolicy },
    private readonly make: (client: CdpClient, tabs: CdpTabs) => Driver,
  ) {}

  /** Calls `onOpened` for each tab that the tab of this client opens from now on. */
  async follow(client: CdpClient, driver: Driver, onOpened: OnOpened): Promise<void> {
    const { targetInfo } = (await client.send('Target.getTargetInfo')) as { targetInfo: TargetInfo };
    this.#drivers.set(targetInfo.targetId, driver);
    this.#listeners.set(targetInfo.targetId, onOpened);
    this.#browserContextId = targetInfo.browserContextId;
    this.#discovering ??= this.#discover();
    await this.#discovering;
  }

  async #discover(): Promise<void> {
    const on = (event: string, listener: (info: TargetInfo) => void): unknown =>
      this.connection.on?.(
        event as never,
        ((params: CdpParams) => listener((params.targetInfo ?? params) as TargetInfo)) as never,
      );
    let isListingExisting = true;
    on('Target.targetCreated', ({ targetId, type, openerId = '' }) => {
      const onOpened = this.#listeners.get(openerId);
      // The browser reports the existing targets first.
      if (!isListingExisting && type === 'page' && onOpened && !this.#drivers.has(targetId))
        onOpened(this.#attach(targetId));
    });
    on('Target.targetDestroyed', ({ targetId }) => {
      this.#drivers.delete(targetId);
      this.#listeners.delete(targetId);
    });
    await this.connection.send('Target.setDiscoverTargets', { discover: true });
    isListingExisting = false;
  }

  #attach(targetId: string): Driver {
    const { connection } = this;
    const attached = connection
      .send('Target.attachToTarget', { targetId, flatten: true })
      .then((answer) => connection.session?.((answer as { sessionId: string }).sessionId) as CdpClient);
    // The failure shows in the calls that wait for the session.
    attached.catch(() => undefined);
    const driver = this.make(whenAttached(attached, connection.session), this);
    this.#drivers.set(targetId, driver);
    return driver;
  }

  async open(): Promise<Driver> {
    const { targetId } = (await this.connection.send('Target.createTarget', {
      url: 'about:blank',
      ...(this.#browserContextId !== undefined && { browserContextId: this.#browserContextId }),
    })) as { targetId: string };
    return this.#drivers.get(targetId) ?? this.#attach(targetId);
  }

  list(): Driver[] {
    return [...this.#drivers.values()];
  }
}
