import { isDestructive, TOOLS, type Tool } from '../../../src/tools/index.ts';

/** What an agent may do with pages: read them, fill in fields, or do all that a person can. */
export type Permission = 'read' | 'fill' | 'submit';

const ORDER: readonly Permission[] = ['read', 'fill', 'submit'];

/** What was asked for, but never more than the service allows. */
export const permitted = (wanted: Permission | undefined, most: Permission): Permission =>
  wanted === undefined || ORDER.indexOf(wanted) > ORDER.indexOf(most) ? most : wanted;

/** Tools that no agent has: code in pages, files, pictures (their tokens can't be told before), the end of the session. */
const NEVER = new Set(['web_eval', 'web_upload', 'web_screenshot', 'web_close']);

/** Of the tools that change nothing, those that only serve actions. */
const FOR_ACTIONS = new Set(['web_dialog', 'web_page_tools']);

const FILLING = new Set(['web_fill', 'web_type', 'web_select', 'web_check', 'web_uncheck']);

const isOffered = (tool: Tool, permission: Permission): boolean => {
  if (tool.optIn || NEVER.has(tool.name)) return false;
  if (permission === 'submit' || tool.name === 'web_click') return true;
  if (FILLING.has(tool.name)) return permission === 'fill';
  return !isDestructive(tool) && !FOR_ACTIONS.has(tool.name);
};

/** The browser's tools that a model is offered. Short of `submit` a click follows links, and nothing else. */
export const offeredTools = (permission: Permission): Tool[] =>
  TOOLS.filter((tool) => isOffered(tool, permission)).map((tool) =>
    tool.name === 'web_click' && permission !== 'submit' ? { ...tool, description: 'Follow a link.' } : tool,
  );

/** Why a call is refused though its tool is offered. A line feed that is typed is Enter, which sends forms. */
export const reasonAgainst = (permission: Permission, name: string, given: unknown): string | undefined => {
  if (!offeredTools(permission).some((tool) => tool.name === name))
    return `${name} is not allowed here: this task may ${permission === 'read' ? 'only read pages' : permission}.`;
  if (permission !== 'fill' || name !== 'web_type') return undefined;
  const { text } = (given ?? {}) as { text?: unknown };
  return /[\r\n]/.test(String(text ?? ''))
    ? 'Forms may not be sent here: type the text without line feeds.'
    : undefined;
};
