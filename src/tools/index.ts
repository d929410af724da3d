/**
 * The tools for a language model: names, descriptions and JSON Schema of their arguments, in the shapes that vendors
 * take. Data only; what executes them is the host's (in Kotlin `io.agentbrowser.tools.ToolExecutor`).
 */
export * from './shapes.ts';
export * from './tools.ts';
