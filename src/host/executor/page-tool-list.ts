import type { PageTool, PageTools } from '../../contract.ts';
import type { AgentSession } from '../session/agent-session.ts';
import type { Observation } from '../session/observation.ts';
import { quoted } from '../session/result-words.ts';

/** A tool of the page as an MCP server lists it among its own tools. */
export interface ListedPageTool {
  /** `page_` and the page's name of it, with letters, digits, `_` and `-` only, at most 64 characters. */
  name: string;
  title: string;
  /** The page's description, introduced as such. */
  description: string;
  inputSchema: { type: 'object' } & Record<string, unknown>;
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    openWorldHint: boolean;
  };
}

const PREFIX = 'page_';
const NAME_CHARS = 64;

/** Most tools that are listed: a page may offer any number. */
const MAX_TOOLS = 100;

const nameOf = (name: string, taken: ReadonlyMap<string, string>): string => {
  const clean = PREFIX + name.replace(/[^A-Za-z0-9_-]/g, '_');
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '' : `_${n}`;
    const candidate = clean.slice(0, NAME_CHARS - suffix.length) + suffix;
    if (!taken.has(candidate)) return candidate;
  }
};

const toListed = (name: string, tool: PageTool): ListedPageTool => {
  const { inputSchema, annotations = {}, waits } = tool;
  const title = `Of the page: ${tool.title ?? tool.name}`;
  const ends = waits ? ' A person has to submit it.' : '';
  return {
    name,
    title,
    description: `A tool of the page that is open. In the page's words: ${quoted(tool.description)}${ends}`,
    inputSchema: { ...inputSchema, type: 'object' },
    annotations: {
      title,
      readOnlyHint: annotations.readOnlyHint === true,
      destructiveHint: annotations.readOnlyHint !== true,
      openWorldHint: true,
    },
  };
};

/** The tools as they are listed, and the page's name of each by its listed name. */
export const listPageTools = (
  found: readonly PageTool[],
): { tools: ListedPageTool[]; names: ReadonlyMap<string, string> } => {
  const names = new Map<string, string>();
  const tools = found.map((tool) => {
    const name = nameOf(tool.name, names);
    names.set(name, tool.name);
    return toListed(name, tool);
  });
  return { tools, names };
};

/**
 * The tools of a session's page, for a host that lists them beside its own while the page is open. Tools with
 * `consequentialHint` are listed too; calling one is refused by default.
 */
export class PageToolList {
  #tools: readonly ListedPageTool[] = [];
  #names: ReadonlyMap<string, string> = new Map();

  /** At most 100. */
  get tools(): readonly ListedPageTool[] {
    return this.#tools;
  }

  /** The page's name of a listed tool: for `session.callTool` and `web_call_page_tool`. */
  pageName(name: string): string | undefined {
    return this.#names.get(name);
  }

  /**
   * Reads the tools of the page; returns whether they have changed. Without a session, and on a page whose URL is not
   * allowed, there are none.
   */
  async refresh(
    session: AgentSession | undefined,
    isAllowed: (url: string) => boolean = () => true,
  ): Promise<boolean> {
    const found: PageTool[] = [];
    while (session && found.length < MAX_TOOLS) {
      const after = found.length;
      const { result, url }: Observation<PageTools> = await session.page(
        'tools',
        after === 0 ? {} : { after },
      );
      if (!result.ok || !isAllowed(url)) break;
      found.push(...result.tools);
      if (result.after !== found.length) break;
    }
    const { tools, names } = listPageTools(found.slice(0, MAX_TOOLS));
    const hasChanged = JSON.stringify(tools) !== JSON.stringify(this.#tools);
    this.#tools = tools;
    this.#names = names;
    return hasChanged;
  }
}
