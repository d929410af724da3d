/** How much one task may cost. When it is spent, the model gets an answer that tells it to stop. */
export interface ToolBudget {
  /** Most tool calls of a task. Default 100. */
  maxCalls?: number;
  /** Most characters of all answers together. Default 400000. */
  maxCharsTotal?: number;
  /** Most characters of one answer; longer ones are cut between lines. Default 14000. */
  maxCharsPerCall?: number;
}

export const DEFAULT_BUDGET: Required<ToolBudget> = {
  maxCalls: 100,
  maxCharsTotal: 400_000,
  maxCharsPerCall: 14_000,
};

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** A text of at most `max` characters: a longer one is cut between lines, with a last line that tells so. */
export const cutBetweenLines = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const note = `\n... ${text.length} characters in all, cut here. Ask for less: a scope, a single element.`;
  const room = Math.max(0, max - note.length);
  const end = text.lastIndexOf('\n', room);
  // One long line is cut between code points.
  const cut = end > room / 2 ? end : isHighSurrogate(text.charCodeAt(room - 1)) ? room - 1 : room;
  return (text.slice(0, cut) + note).slice(0, max);
};
