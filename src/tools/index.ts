/**
 * The tools for a language model: names, descriptions and JSON Schema of their arguments, in the shapes of the vendors.
 * Data only; the host executes them (in Kotlin `io.agentbrowser.tools.ToolExecutor`).
 */
export * from './shapes.ts';
export * from './tools.ts';
