package io.agentbrowser.tools

/**
 * How much one task may cost. When it is spent, the model gets an answer that tells it to stop.
 *
 * @property maxCalls most tool calls of a task
 * @property maxCharsTotal most characters of all answers together
 * @property maxCharsPerCall most characters of one answer; longer ones are cut between lines
 */
public data class ToolBudget(
    val maxCalls: Int = 100,
    val maxCharsTotal: Int = 400_000,
    val maxCharsPerCall: Int = 14_000,
)

/** A text of at most [max] characters: a longer one is cut between lines, with a last line that tells so. */
internal fun cutBetweenLines(text: String, max: Int): String {
    if (text.length <= max) return text
    val note = "\n... ${text.length} characters in all, cut here. Ask for less: a scope, a single element."
    val room = maxOf(0, max - note.length)
    val end = text.lastIndexOf('\n', room)
    // One long line is cut between code points.
    val cut = if (end > room / 2) end else if (room > 0 && text[room - 1].isHighSurrogate()) room - 1 else room
    return (text.substring(0, cut) + note).take(max)
}
