import type { Part } from '../composition.ts';
import { callTool } from '../page/tools/call-tool.ts';
import { tools } from '../page/tools/tools.ts';

/** `parts/page-tools.js`: lists and calls the tools that a page offers; the default file names them. */
export default { kinds: { tools, callTool } } satisfies Part;
