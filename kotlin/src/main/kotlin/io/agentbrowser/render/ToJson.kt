package io.agentbrowser.render

/** A code unit as JSON escapes it: four hexadecimal digits behind a backslash and a `u`. */
internal fun hex4(unit: Char): String = "\\u" + (0x10000 + unit.code).toString(16).substring(1)

private fun escapeOf(unit: Char): String = when (unit) {
    '\b' -> "\\b"
    '\t' -> "\\t"
    '\n' -> "\\n"
    '\u000c' -> "\\f"
    '\r' -> "\\r"
    '"' -> "\\\""
    '\\' -> "\\\\"
    else -> hex4(unit)
}

private fun isPlain(unit: Char): Boolean =
    (unit in ' '..'~' && unit != '"' && unit != '\\') ||
        (unit in '\u00a0'..'\ud7ff' && unit != '\u2028' && unit != '\u2029') ||
        unit >= '\ue000'

/** A JSON string. Control characters, U+2028, U+2029 and lone surrogates are escaped; pairs stay as they are. */
internal fun quoteJson(text: String): String {
    val out = StringBuilder(text.length + 2).append('"')
    var i = 0
    while (i < text.length) {
        val unit = text[i++]
        if (isPlain(unit)) out.append(unit)
        else if (unit.isHighSurrogate() && i < text.length && text[i].isLowSurrogate()) out.append(unit).append(text[i++])
        else out.append(escapeOf(unit))
    }
    return out.append('"').toString()
}

/** A number as JavaScript writes it where it is whole or has few digits: `4`, `0.5`. */
internal fun jsNumber(value: Double): String =
    if (value == Math.rint(value) && Math.abs(value) < 1e15) value.toLong().toString()
    else java.math.BigDecimal(value.toString()).stripTrailingZeros().toPlainString()
