import { bundleModule } from './bundle.mjs';

/**
 * The data of src/tools as JSON text, for languages that can't import it: each tool with the JSON Schema of its
 * arguments.
 */
export async function toolsAsJson() {
  const module = await bundleModule('src/tools/index.ts');
  const { TOOLS, schemaOf } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
  const tools = TOOLS.map((/** @type {import('../../src/tools/index.ts').Tool} */ tool) => ({
    name: tool.name,
    description: tool.description,
    schema: schemaOf(tool),
    ...(tool.optIn && { optIn: true }),
  }));
  return `${JSON.stringify(tools, undefined, 2)}\n`;
}
