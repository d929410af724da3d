import {
  type FilePayload,
  PageToolList,
  type Picture,
  type ToolAnswer,
  type ToolExecutor,
  UrlPolicy,
} from '../../../src/host/index.ts';
import { TOOLS, type Tool } from '../../../src/tools/index.ts';
import { type BrowserSession, reasonOf, SessionError, type SessionManager } from '../sessions/index.ts';
import { pageFile } from '../sessions/page-files.ts';
import type { McpOptions } from './options.ts';

/** No limit on calls and characters: the server outlives a task, and only the client knows what a task may cost. */
const NO_BUDGET = { maxCalls: Number.POSITIVE_INFINITY, maxCharsTotal: Number.POSITIVE_INFINITY };

/** A PNG of more bytes is taken again as JPEG. */
const LARGE_PICTURE = 1_000_000;

/** Clients that open a session for each call would not learn otherwise why the page is empty. */
const NOTHING_OPEN = 'No page is open in this browser session yet: web_open opens one.';

const failed = (message: string): ToolAnswer => ({ text: `Error: ${message}`, isError: true });

/** The tools that a client may call: those that are opt-in only with the capability `eval`. */
export const offeredTools = ({ caps = [] }: McpOptions): readonly Tool[] =>
  TOOLS.filter(({ optIn }) => !optIn || caps.includes('eval'));

const screenshot = async ({ page }: BrowserSession): Promise<Picture> => {
  const bytes = await page.screenshot({ scale: 'css' });
  if (bytes.length <= LARGE_PICTURE) return { bytes, mimeType: 'image/png' };
  return {
    bytes: await page.screenshot({ scale: 'css', type: 'jpeg', quality: 70 }),
    mimeType: 'image/jpeg',
  };
};

/** The browser session of one client: opened by its first call, and again by its first call after `web_close`. */
export class ClientBrowser {
  #session: BrowserSession | undefined;
  #executor: ToolExecutor | undefined;
  readonly #urls: UrlPolicy;
  /** `web_close` was called: the session is closed once the call is answered. */
  #isClosing = false;
  /** Nothing has been opened in the session since it began. */
  #isEmpty = true;

  /**
   * @param name of the session
   * @param file reads the file that `web_upload` names
   */
  constructor(
    private readonly manager: SessionManager,
    private readonly name: string,
    private readonly options: McpOptions,
    private readonly file: (path: string) => Promise<FilePayload>,
  ) {
    const { allow } = options;
    this.#urls = new UrlPolicy(allow && { hosts: allow });
  }

  /** The tools that the open page offers; none without the capability `page-tools`. */
  readonly pageTools = new PageToolList();

  /** Reads the tools of the page again; returns whether they have changed. Never throws. */
  async refreshPageTools(): Promise<boolean> {
    const session = this.#session;
    if (!this.options.caps?.includes('page-tools')) return false;
    try {
      return await (session?.state === 'open'
        ? session.run(() => this.pageTools.refresh(session.agent, (url) => this.#urls.judge(url).allowed))
        : this.pageTools.refresh(undefined));
    } catch {
      // The browser has ended, which the next call reports.
      return this.pageTools.refresh(undefined);
    }
  }

  /** Runs one tool call; the tool may be one of the page. Never throws. */
  async execute(calledTool: string, input: unknown, signal: AbortSignal): Promise<ToolAnswer> {
    const pageTool = this.pageTools.pageName(calledTool);
    const [name, given] =
      pageTool === undefined
        ? [calledTool, input]
        : ['web_call_page_tool', { name: pageTool, input: input ?? {} }];
    try {
      const { session, executor } = await this.#open();
      const answer = await session.run(() => executor.execute(name, given, signal));
      this.#isEmpty &&= session.state === 'open' && session.page.url() === 'about:blank';
      const notices = session.takeNotices();
      if (this.#isClosing) await session.close();
      // Other answers, such as the value of an expression, are right as they are.
      else if (this.#isEmpty && (answer.isError || answer.isPage) && name !== 'web_open')
        notices.push(NOTHING_OPEN);
      return notices.length === 0 ? answer : { ...answer, text: `${notices.join('\n')}\n${answer.text}` };
    } catch (thrown) {
      return failed(
        thrown instanceof SessionError
          ? thrown.message
          : `${name} could not be done: ${reasonOf(thrown)}. Take a new snapshot to see where you are.`,
      );
    }
  }

  async #open(): Promise<{ session: BrowserSession; executor: ToolExecutor }> {
    const session = await this.manager.open(this.name, this.options.settings);
    if (session !== this.#session || !this.#executor) {
      const { caps = [] } = this.options;
      this.#session = session;
      if (caps.includes('page-tools'))
        await session.context.addInitScript(pageFile('parts/model-context.js'));
      this.#isClosing = false;
      this.#isEmpty = true;
      this.#executor = session.executor({
        evaluation: caps.includes('eval'),
        budget: NO_BUDGET,
        urls: this.#urls,
        host: {
          file: this.file,
          screenshot: () => screenshot(session),
          close: () => {
            this.#isClosing = true;
          },
        },
      });
    }
    return { session, executor: this.#executor };
  }

  /** Ends the session. */
  async close(): Promise<void> {
    await this.manager.close(this.name);
  }
}
