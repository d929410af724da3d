package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode

/** A bracket with a number or a ref, which is how these formats print refs: `[ref=`, `[5`, `[kd5`, `[f1kd5`. */
private val INDEX_MARKER = Marker { text, at ->
    when {
        text[at] != '[' -> 0
        REF_MARKER.lengthAt(text, at) > 0 -> REF_MARKER.lengthAt(text, at)
        at + 1 < text.length && text[at + 1] in '0'..'9' -> 2
        else -> maxOf(refEnd(text, at + 1) - at, 0)
    }
}

private fun bracketed(word: String): String = "[$word]"

private fun inBrackets(word: String): String = if (word == "") "" else "${bracketed(word)} "

private fun states(node: SnapshotNode): String {
    val all = attributes(node, INDEX_MARKER)
    return if (all.isEmpty()) "" else " (${all.joinToString(", ")})"
}

/** The number of a ref. Its letters name the document; a number alone is a ref of the current one. */
private fun numberOf(ref: String): String {
    val isOwn = ref.length > 2 && ref[0] in CONSONANTS && ref[1] in CONSONANTS && ref.drop(2).all { it in '0'..'9' }
    return if (isOwn) ref.substring(2) else ref
}

/** `[6] button "Remove" (disabled)`: the number of the ref, for models that were trained on numbered elements. */
internal object IndexedFormat : Format {
    override fun line(item: Item): String {
        val node = item.node
        val words = wordsOf(node)
        val index = inBrackets(numberOf(refOf(node)))
        return "$index${named(node, INDEX_MARKER)}${states(node)}${ending(item, words, "", INDEX_MARKER)}"
    }

    override fun cut(cut: Cut): String = cutInWords(cut, INDEX_MARKER) { bracketed(numberOf(it)) }

    override fun head(head: Head?): String = headInWords(head)

    override val foldsBoxes get() = true
}

/** Whether a text needs no quotes before ` (`, ` = ` or the end of the line. */
private fun isPlainWords(text: String): Boolean = text != "" && text[0] !in "\"~" && text.none { it in "=[]()" }

/** `[kd6] button: Remove (disabled) = value`: text without quotes wherever that is unambiguous. */
internal object OutlineFormat : Format {
    override fun line(item: Item): String {
        val node = item.node
        val words = wordsOf(node)
        val isText = words.name == "" && say(node.value) == ""
        return inBrackets(refOf(node)) + roleWord(node) +
            (if (words.name != "" && isGuess(node)) ": ~${quote(words.name, INDEX_MARKER)}"
            else behind(": ", if (isText) words.said else words.name)) +
            states(node) +
            behind(" = ", if (isText) "" else words.said) +
            behind("\n  text: ", words.also)
    }

    private fun behind(lead: String, text: String): String =
        if (text == "") "" else lead + (if (isPlainWords(text)) text else quote(text, INDEX_MARKER))

    override fun cut(cut: Cut): String = cutInWords(cut, INDEX_MARKER, ::bracketed)

    override fun head(head: Head?): String = headInWords(head)

    override val foldsBoxes get() = true
}
