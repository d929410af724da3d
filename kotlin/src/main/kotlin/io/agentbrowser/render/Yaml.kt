package io.agentbrowser.render

private const val NOT_PLAIN = "\"'{}[]\\"

/** Whether YAML reads a text unquoted as this very string, unless [isNotPlain]. */
private fun isPlain(text: String): Boolean {
    if (text == "") return false
    val first = text[0]
    val canBegin = first in 'A'..'Z' || first in 'a'..'z' || first == '/' || first in '\u00c0'..'\ud7ff'
    return canBegin && (1 until text.length).none { text[it] in NOT_PLAIN }
}

private val WORDS = setOf("null", "true", "false", "yes", "no", "on", "off", "y", "n")

private fun lowerAscii(text: String): String =
    buildString(text.length) { for (unit in text) append(if (unit in 'A'..'Z') unit + 32 else unit) }

/** Whether a text would end a plain scalar, or YAML reads it as a boolean or null. */
private fun isNotPlain(text: String): Boolean =
    ": " in text || " #" in text || text.endsWith(":") || (text.length <= 5 && lowerAscii(text) in WORDS)

private fun scalar(text: String): String =
    if (isPlain(text) && !isNotPlain(text)) text else quote(text, REF_MARKER)

/** Most characters of a key. YAML 1.2 limits a key on one line to 1024. */
private const val LONGEST_KEY = 900

private fun key(text: String): String = if (isNotPlain(text)) "'${text.replace("'", "''")}'" else text

/** Properties that are printed on lines below the node, as `/url: ...`. */
private val PROPERTIES = setOf("url", "placeholder")

/** Playwright's aria snapshot, with refs and all states: a list of strings and of maps with one key. */
internal object YamlFormat : Format {
    override fun line(item: Item): String {
        val node = item.node
        val words = wordsOf(node)
        val below = StringBuilder()
        fun property(label: String, text: String) {
            if (text != "") below.append("\n  - ").append(label).append(": ").append(scalar(text))
        }
        val states = attributes(node, REF_MARKER, refOf(node), skip = PROPERTIES)
        var head = named(node, REF_MARKER) + states.joinToString("") { " [$it]" }
        if (head.length > LONGEST_KEY) {
            head = roleWord(node) + (if (node.ref.isNullOrEmpty()) "" else " [ref=${refOf(node)}]")
            property(if (isGuess(node)) "/guess" else "/name", words.name)
            property("/states", attributes(node, REF_MARKER, skip = PROPERTIES).joinToString(", "))
        }
        property("/url", say(node.url))
        property("/placeholder", say(node.placeholder))
        val isLeaf = below.isEmpty() && !item.hasChildren && words.also == ""
        if (!isLeaf) property(if (say(node.value) != "") "/value" else "text", words.said)
        property("text", words.also)
        val tail = if (!isLeaf) ":" else if (words.said != "") ": ${scalar(words.said)}" else ""
        return "- ${key(head)}$tail$below"
    }

    override fun cut(cut: Cut): String = "# ${cutInWords(cut)}"

    override fun head(head: Head?): String = if (head == null) "" else "# ${headInWords(head)}"
}
