import type { Tool as McpTool } from '@modelcontextprotocol/server';
import { isDestructive, isReading, schemaOf, type Tool } from '../../../src/tools/index.ts';

/** The titles that clients show a person. */
const TITLES: Readonly<Record<string, string>> = {
  web_open: 'Open a page',
  web_back: 'Go back',
  web_forward: 'Go forward',
  web_reload: 'Reload',
  web_snapshot: 'Take a snapshot',
  web_find: 'Find elements',
  web_read: 'Read the main text',
  web_click: 'Click',
  web_dblclick: 'Double-click',
  web_context_menu: 'Right-click',
  web_long_press: 'Press and hold',
  web_hover: 'Hover',
  web_fill: 'Fill a field',
  web_type: 'Type',
  web_press_key: 'Press a key',
  web_select: 'Choose options',
  web_check: 'Check',
  web_uncheck: 'Uncheck',
  web_upload: 'Upload files',
  web_drag: 'Drag and drop',
  web_swipe: 'Swipe',
  web_scroll: 'Scroll',
  web_scroll_into_view: 'Scroll into view',
  web_wait: 'Wait',
  web_query: 'Ask about an element',
  web_dialog: 'Set how dialogs are answered',
  web_tabs: 'Manage tabs',
  web_page_tools: "List the page's own tools",
  web_call_page_tool: 'Call a tool of the page',
  web_screenshot: 'Take a screenshot',
  web_eval: 'Evaluate JavaScript',
  web_close: 'Close the page',
};

/**
 * The tools as `tools/list` returns them: with titles, and with hints for clients that ask a person before a model
 * acts.
 */
export const listTools = (tools: readonly Tool[]): McpTool[] =>
  tools.map((tool) => {
    const title = TITLES[tool.name] ?? tool.name;
    return {
      name: tool.name,
      title,
      description: tool.description,
      inputSchema: { ...schemaOf(tool) },
      annotations: {
        title,
        readOnlyHint: isReading(tool),
        destructiveHint: isDestructive(tool),
        openWorldHint: true,
      },
    };
  });
