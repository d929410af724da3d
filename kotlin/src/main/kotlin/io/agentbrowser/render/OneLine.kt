package io.agentbrowser.render

import kotlin.math.abs
import kotlin.math.floor
import kotlin.math.min

// How a UTF-16 code unit is treated; 0 is kept.
private const val DROP: Byte = 1
private const val SPACE: Byte = 2

/** Zero-width joiners and emoji/text variation selectors: needed in real text, but only behind a base. */
private const val JOIN: Byte = 3
private const val COMBINE: Byte = 4
private const val HIGH: Byte = 5
private const val LOW: Byte = 6

/** Ranges of code units by treatment, hexadecimal, `first-last`; what is not listed is kept. */
private val RANGES = listOf(
    SPACE to "0-20 7f-a0 1680 2000-200a 2028-2029 202f 205f 2800 3000",
    DROP to "ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b 200e-200f 202a-202e 2060-206f 3164",
    DROP to "fe00-fe0d feff ffa0 fff9-fffc fffe-ffff",
    JOIN to "200c-200d fe0e-fe0f",
    COMBINE to "300-34e 350-36f 483-489 1ab0-1aff 1dc0-1dff 20d0-20ff fe20-fe2f",
    HIGH to "d800-dbff",
    LOW to "dc00-dfff",
)

private val TREATMENT = ByteArray(0x10000).also { table ->
    for ((treatment, ranges) in RANGES) {
        for (range in ranges.split(' ')) {
            val ends = range.split('-')
            table.fill(treatment, ends.first().toInt(16), ends.last().toInt(16) + 1)
        }
    }
}

private fun treatmentOf(unit: Char): Byte = TREATMENT[unit.code]

/** Most combining marks of one letter: more are no script ("zalgo" text). */
private const val MOST_MARKS = 4

/**
 * Whether a high surrogate begins a character from U+E0000 to U+E0FFF, which show nothing: tags, variation selectors,
 * unassigned.
 */
private fun isHiddenPair(high: Char): Boolean = high in '\udb40'..'\udb43'

/** A joiner does something only behind a letter of a joining script, an emoji, or (selectors) a keycap's base. */
private fun canJoin(before: Char, joiner: Char): Boolean =
    before >= '\u0080' || (joiner >= '\ufe0e' && (before in '0'..'9' || before == '#' || before == '*'))

/** Whether a text needs no change: printable ASCII without two spaces in a row and none at either end, as most strings. */
private fun isClean(text: String): Boolean {
    var before = ' '
    for (unit in text) {
        if (unit !in ' '..'~' || (unit == ' ' && before == ' ')) return false
        before = unit
    }
    return before != ' ' || text.isEmpty()
}

/**
 * Page text as one well-formed line that shows all it holds: control characters, line separators of every kind and
 * all white space become single spaces, none at the ends; characters that reorder, hide or carry hidden text are
 * removed; lone surrogates become U+FFFD; joiners and combining marks stay where real text has them.
 */
internal fun oneLine(text: String): String = if (isClean(text)) text else OneLine(text).read()

private class OneLine(private val text: String) {
    private val out = StringBuilder(text.length)
    private var space = false
    private var marks = 0
    private var joins = 0
    private var last = '\u0000'

    fun read(): String {
        var i = 0
        while (i < text.length) i += take(i)
        return out.toString()
    }

    /** Handles the character at [i] and returns its length in code units. */
    private fun take(i: Int): Int {
        val unit = text[i]
        val treatment = treatmentOf(unit)
        if (treatment == SPACE) space = out.isNotEmpty()
        if (treatment == SPACE || treatment == DROP) return 1
        if (treatment == JOIN) {
            if (space || out.isEmpty() || ++joins > 2 || unit == last || !canJoin(last, unit)) return 1
        } else {
            joins = 0
            if (treatment == COMBINE && ++marks > MOST_MARKS) return 1
            if (treatment == HIGH || treatment == LOW) return takeSurrogate(i)
        }
        if (treatment != COMBINE) marks = 0
        keep(unit)
        return 1
    }

    private fun takeSurrogate(i: Int): Int {
        val high = text[i]
        val isPair = treatmentOf(high) == HIGH && i + 1 < text.length && treatmentOf(text[i + 1]) == LOW
        if (isPair && isHiddenPair(high)) return 2
        marks = 0
        keep(if (isPair) high else '\ufffd')
        if (!isPair) return 1
        out.append(text[i + 1])
        last = text[i + 1]
        return 2
    }

    private fun keep(unit: Char) {
        if (space) out.append(' ')
        out.append(unit)
        space = false
        last = unit
    }
}

/** At most [max] code units, cut on a code point; the ellipsis counts. */
internal fun clip(text: String, max: Int): String {
    if (text.length <= max) return text
    var end = maxOf(0, max - 1)
    if (end > 0 && treatmentOf(text[end - 1]) == HIGH) end--
    return text.substring(0, end) + "…"
}

private const val LONGEST_TOKEN = 40

/** A role, a tag or a ref with only its letters, digits, `-` and `_`, at most [LONGEST_TOKEN]. */
internal fun token(text: String): String {
    val isToken = text.length <= LONGEST_TOKEN && text.all(::isTokenUnit)
    return if (isToken) text else text.filter(::isTokenUnit).take(LONGEST_TOKEN)
}

private fun isTokenUnit(unit: Char): Boolean =
    unit in 'a'..'z' || unit in 'A'..'Z' || unit in '0'..'9' || unit == '-' || unit == '_'

/** A number without exponent, rounded to three decimals and limited to ±9e12; NaN is 0. */
internal fun decimal(value: Double): String {
    val size = if (value.isNaN()) 0.0 else min(abs(value), 9e12)
    val thousandths = floor(size * 1000 + 0.5)
    val rest = thousandths % 1000
    val digits = if (rest == 0.0) "" else "." + (1000 + rest).toLong().toString().drop(1).trimEnd('0')
    val sign = if (value < 0 && thousandths > 0) "-" else ""
    return sign + ((thousandths - rest) / 1000).toLong() + digits
}
