import type { Part } from '../composition.ts';
import { callTool } from '../page/tools/call-tool.ts';

/** `parts/page-tools.js`: calls the tools that a page offers; the default file lists them. */
export default { kinds: { callTool } } satisfies Part;
