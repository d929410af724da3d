import { isDestructive, TOOLS, type Tool } from '../../../src/tools/index.ts';

/** What an agent may do with pages: read them, fill in fields, or do all that a person can. */
export type Permission = 'read' | 'fill' | 'submit';

const ORDER: readonly Permission[] = ['read', 'fill', 'submit'];

/** The permission that a request asks for, but never more than `highest`, which the service allows. */
export const permitted = (wanted: Permission | undefined, highest: Permission): Permission =>
  wanted === undefined || ORDER.indexOf(wanted) > ORDER.indexOf(highest) ? highest : wanted;

/** Tools that no agent has: code in pages, files, images (their tokens are not known in advance), the end of the session. */
const NEVER = new Set(['web_eval', 'web_upload', 'web_screenshot', 'web_close']);

/** Tools that are not marked destructive, but that only an agent which may submit has a use for. */
const FOR_ACTIONS = new Set(['web_dialog', 'web_page_tools']);

/** Tools that permission `fill` adds to those of `read`. */
const FILLING = new Set(['web_fill', 'web_type', 'web_select', 'web_check', 'web_uncheck']);

const isOffered = (tool: Tool, permission: Permission): boolean => {
  if (tool.optIn || NEVER.has(tool.name)) return false;
  if (permission === 'submit' || tool.name === 'web_click') return true;
  if (FILLING.has(tool.name)) return permission === 'fill';
  return !isDestructive(tool) && !FOR_ACTIONS.has(tool.name);
};

/** The browser tools that a model is offered. Without permission `submit`, `web_click` only follows links. */
export const offeredTools = (permission: Permission): Tool[] =>
  TOOLS.filter((tool) => isOffered(tool, permission)).map((tool) =>
    tool.name === 'web_click' && permission !== 'submit' ? { ...tool, description: 'Follow a link.' } : tool,
  );

/**
 * Why a call is refused; undefined if it is allowed. With permission `fill`, text with line feeds may not be typed: a
 * typed line feed is Enter, which submits forms.
 */
export const reasonAgainst = (permission: Permission, name: string, input: unknown): string | undefined => {
  if (!offeredTools(permission).some((tool) => tool.name === name))
    return `${name} is not allowed here: this task may ${permission === 'read' ? 'only read pages' : permission}.`;
  if (permission !== 'fill' || name !== 'web_type') return undefined;
  const { text } = (input ?? {}) as { text?: unknown };
  return /[\r\n]/.test(String(text ?? ''))
    ? 'Forms may not be sent here: type the text without line feeds.'
    : undefined;
};
