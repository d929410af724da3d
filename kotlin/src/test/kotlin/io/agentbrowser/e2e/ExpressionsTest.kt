package io.agentbrowser.e2e

import io.agentbrowser.json.quoteJavaScript
import io.agentbrowser.json.toJavaScript
import io.agentbrowser.support.onPhone
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import kotlin.random.Random

/** What could break out of a string, an expression or a script element. */
private val NASTY = listOf(
    "\"", "'", "\\", "`", "\${1}", "\n", "\r", "\u0000", "\u2028", "\u2029", "\ud800", "\udc00", "\ud83d\ude00", "\ufeff",
    "</script>", "<!--", "-->", "]]>", "&quot;", "*/", "//", "\");alert(1)//", "\u202e", "\u0085", "e\u0301", "\u007f",
)

/** Strings of Kotlin become the same strings in a real JavaScript engine. */
class ExpressionsTest {
    private val random = Random(20260101)

    private fun anyString(): String = buildString {
        repeat(random.nextInt(8)) {
            if (random.nextInt(3) == 0) append(random.nextInt(0x10000).toChar()) else append(NASTY.random(random))
        }
    }

    private fun unitsOf(text: String) = text.map { it.code }.joinToString(",")

    /** Code units instead of strings on the way back: nothing is lost there. */
    private val units = "function(s){var a=[];for(var i=0;i<s.length;i++)a.push(s.charCodeAt(i));return a.join(',')}"

    @Test
    fun `any string survives the round trip`() = onPhone { tab ->
        val strings = NASTY + List(2_000) { anyString() }
        val literals = strings.map(::quoteJavaScript)
        assertTrue(literals.all { literal -> literal.all { it in ' '..'~' } })
        val found = tab.page.evaluate("[${literals.joinToString(",")}].map($units).join(';')") as String
        assertEquals(strings.joinToString(";") { unitsOf(it) }, found)
        assertEquals(2_026, strings.size)
    }

    @Test
    fun `they survive in a script element and in an attribute, too`() = onPhone { tab ->
        val strings = NASTY + List(500) { anyString() }
        val literals = "[${strings.joinToString(",", transform = ::quoteJavaScript)}]"
        tab.page.setContent("<script>window.inElement = $literals</script><b onclick='window.inAttribute = $literals'>b</b>")
        tab.page.evaluate("document.querySelector('b').click()")
        val wanted = strings.joinToString(";") { unitsOf(it) }
        for (place in listOf("inElement", "inAttribute")) {
            assertEquals(wanted, tab.page.evaluate("window.$place.map($units).join(';')"), place)
        }
    }

    @Test
    fun `fields of any name are fields, __proto__ among them`() = onPhone { tab ->
        val names = listOf("__proto__", "constructor", "a b", "1", "\u2028", "\"")
        val json = JsonObject(names.associateWith { JsonPrimitive(it) })
        val found = tab.page.evaluate("(function(o){return Object.keys(o).sort().map($units).join(';')})(${toJavaScript(json)})")
        assertEquals(names.sorted().joinToString(";") { unitsOf(it) }, found)
    }

    @Test
    fun `data of any depth is written without recursion`() {
        var deep: JsonElement = JsonPrimitive(1)
        repeat(20_000) { deep = JsonArray(listOf(deep)) }
        assertEquals("[".repeat(20_000) + "1" + "]".repeat(20_000), toJavaScript(deep))
    }

    @Test
    fun `a literal of a host's own making can't bring code in`() = runBlocking {
        val odd = JsonArray(listOf(JsonPrimitive(Double.NaN), JsonPrimitive(Double.NEGATIVE_INFINITY), JsonPrimitive(-1.5e-7)))
        assertEquals("[null,-Infinity,-1.5E-7]", toJavaScript(odd))
    }
}
