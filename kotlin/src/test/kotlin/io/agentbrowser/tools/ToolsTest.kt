package io.agentbrowser.tools

import io.agentbrowser.contract.FilePayload
import io.agentbrowser.session.AgentSession
import io.agentbrowser.support.Project
import io.agentbrowser.support.Tab
import io.agentbrowser.support.onPhone
import io.agentbrowser.support.sampleAssets
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Schema, executor and documentation say the same, and the tools do on a real page what they say. */
class ToolsTest {
    /** Rows of the table in the documentation: tool and arguments, as they are written there. */
    private fun documented(): Map<String, String> =
        Regex("^\\| `(web_\\w+)` \\| ([^|]*)\\|", RegexOption.MULTILINE).findAll(Project.file("docs/tools.md").readText())
            .associate { it.groupValues[1] to it.groupValues[2].trim() }

    private fun arguments(tool: Tool): String {
        val required = tool.schema["required"]?.jsonArray.orEmpty().map { it.toString().trim('"') }
        return tool.schema.getValue("properties").jsonObject.keys.joinToString(", ") { if (it in required) "`$it`" else "`$it?`" }
    }

    /** An app around a tab. */
    private class SampleHost(private val tab: Tab) : ToolHost {
        var closed = false

        override suspend fun open(url: String) {
            tab.page.navigate(url)
        }

        override suspend fun screenshot() = Picture(tab.page.screenshot(), "image/png")

        override suspend fun evaluate(expression: String): String? = tab.evaluate("JSON.stringify($expression)")

        override suspend fun file(path: String) = FilePayload(path, text = "png")

        override suspend fun close() {
            closed = true
        }
    }

    private fun onSample(
        budget: ToolBudget = ToolBudget(),
        evaluation: Boolean = true,
        test: suspend (Tab, ToolExecutor, SampleHost) -> Unit,
    ) = onPhone(sampleAssets) { tab ->
        val host = SampleHost(tab)
        test(tab, ToolExecutor(AgentSession(tab::evaluate), host, budget = budget, evaluation = evaluation), host)
    }

    private fun ref(text: String, words: String): String {
        val line = text.lines().firstOrNull { words in it && "[ref=" in it } ?: error("No <$words> in:\n$text")
        return line.substring(line.indexOf(words)).substringAfter("[ref=").substringBefore("]")
    }

    @Test
    fun `the catalogue is what the documentation lists`() {
        assertEquals(documented(), ToolCatalog.tools.associate { it.name to arguments(it) })
        assertEquals(32, ToolCatalog.tools.size)
    }

    @Test
    fun `the shapes are under 9 KB, and web_eval is the host's to offer`() {
        for (shape in listOf(ToolCatalog.openAi(ToolCatalog.tools), ToolCatalog.anthropic(ToolCatalog.tools))) {
            assertEquals(32, shape.size)
            assertTrue(shape.toString().toByteArray().size < 9_000)
        }
        assertFalse(ToolCatalog.offered().any { it.name == "web_eval" })
    }

    @Test
    fun `every tool of the catalogue is carried out`() = onSample { tab, executor, host ->
        suspend fun call(name: String, arguments: String = "{}"): String {
            val answer = executor.execute(name, arguments)
            assertFalse(answer.isError, "$name $arguments: ${answer.text}")
            return answer.text
        }
        val used = HashSet<String>()
        suspend fun use(name: String, arguments: String = "{}"): String = call(name, arguments).also { used.add(name) }
        suspend fun demo(expression: String) = tab.page.evaluate("JSON.stringify(demo.$expression)")

        val first = use("web_open", """{"url":"https://sample.test/demo.html"}""")
        call("web_click", """{"ref":"${ref(first, "button \"Accept\"")}"}""")
        val page = use("web_snapshot", """{"maxNodes":300}""")
        val name = ref(page, "textbox \"Name\"")
        val size = ref(page, "combobox \"Size\"")
        val gift = ref(page, "checkbox \"Gift wrap\"")
        val add = ref(page, "button \"Add item\"")
        use("web_fill", """{"ref":"$name","text":"Ada"}""")
        use("web_type", """{"ref":"$name","text":" L"}""")
        assertEquals("\"Ada L\"", demo("name"))
        use("web_select", """{"ref":"$size","options":["Large"]}""")
        use("web_check", """{"ref":"$gift"}""")
        use("web_uncheck", """{"ref":"$gift"}""")
        assertEquals("[\"Large\",false]", tab.page.evaluate("JSON.stringify([demo.size, demo.gift])"))
        assertTrue("Remove item 1" in use("web_click", """{"ref":"$add","x":5,"y":5}"""))
        use("web_dblclick", """{"ref":"$add"}""")
        assertEquals("3", demo("items"))
        use("web_context_menu", """{"ref":"$add"}""")
        use("web_long_press", """{"ref":"$add"}""")
        use("web_upload", """{"ref":"${ref(page, "\"Photo")}","files":["lamp.png"]}""")
        assertEquals("[\"lamp.png\"]", demo("files"))
        use("web_dialog", """{"accept":true}""")
        use("web_click", """{"ref":"${ref(page, "button \"Ask me\"")}"}""")
        assertEquals("true", demo("answer"))
        assertEquals("1 \"Demo\" \"https://sample.test/demo.html\" (current)", use("web_tabs"))
        use("web_hover", """{"ref":"$add"}""")
        use("web_press_key", """{"ref":"$name","key":"Enter"}""")
        assertTrue("\"Ada L\"" in demo("ordered").toString())
        use("web_scroll", """{"direction":"bottom"}""")
        use("web_scroll_into_view", """{"ref":"$add"}""")
        assertTrue("Load later" in use("web_find", """{"by":"role","value":"button","name":"later"}"""))
        use("web_wait", """{"text":"Add item","timeoutMs":1000}""")
        assertTrue("Add item" in use("web_query", """{"ref":"$add","kind":"text"}"""))
        assertTrue("Item 1" in use("web_read"))
        use("web_drag", """{"ref":"$add","to":"$gift"}""")
        use("web_swipe", """{"ref":"$add","direction":"left"}""")
        assertEquals("The page offers no tools.", use("web_page_tools"))
        val none = executor.execute("web_call_page_tool", """{"name":"none"}""").also { used.add("web_call_page_tool") }
        assertTrue(none.isError && "tool_not_found" in none.text, none.text)
        val picture = executor.execute("web_screenshot", "").also { used.add("web_screenshot") }.picture
        assertArrayEquals(byteArrayOf(0x89.toByte(), 'P'.code.toByte()), picture!!.bytes.copyOf(2))
        assertEquals("3", use("web_eval", """{"expression":"demo.items"}""").trim('"'))
        val second = call("web_click", """{"ref":"${ref(page, "link \"Second page\"")}"}""")
        assertTrue("Button of the second page" in second, second)
        assertTrue("Demo" in use("web_back"))
        assertTrue("Button of the second page" in use("web_forward"))
        use("web_reload")
        use("web_close")
        assertTrue(host.closed)
        assertEquals(ToolCatalog.tools.map { it.name }.toSet(), used)
    }

    @Test
    fun `arguments that are no good are told, with what would be right`() = onSample(evaluation = false) { _, executor, _ ->
        val cases = listOf(
            Triple("web_hover", "{}", "\"ref\" is missing. web_hover takes: ref."),
            Triple("web_hover", """{"ref":"e1","x":1}""", "no argument \"x\". web_hover takes: ref."),
            Triple("web_click", """{"ref":1}""", "must be a string"),
            Triple("web_select", """{"ref":"e1","options":"Large"}""", "must be a list of strings"),
            Triple("web_query", """{"ref":"e1","kind":"colour"}""", "must be one of: text, value"),
            Triple("web_click", "{", "not valid JSON"),
            Triple("web_click", "[]", "must be an object"),
            Triple("web_click", "null", "\"ref\" is missing"),
            Triple("web_fly", "{}", "There is no tool web_fly. Tools: web_open"),
            Triple("web_eval", """{"expression":"1"}""", "There is no tool web_eval"),
            Triple("web_open", """{"url":"javascript:alert(1)"}""", "Only http, https can be opened, not javascript."),
        )
        for ((name, arguments, words) in cases) {
            val answer = executor.execute(name, arguments)
            assertTrue(answer.isError && words in answer.text, "$name $arguments: ${answer.text}")
        }
        assertEquals(100 - cases.size, executor.callsLeft)
    }

    @Test
    fun `a budget that is spent ends the task`() = onSample(ToolBudget(maxCalls = 2, maxCharsPerCall = 300)) { _, executor, _ ->
        val first = executor.execute("web_open", """{"url":"sample.test/demo.html"}""")
        assertTrue(first.text.length <= 300 && "more: after=" in first.text, first.text)
        executor.execute("web_snapshot", JsonObject(emptyMap()))
        val third = executor.execute("web_snapshot", "")
        assertTrue(third.isError && "budget" in third.text, third.text)
    }

    @Test
    fun `texts are cut between lines and on a code point`() = runBlocking {
        val lines = (1..100).joinToString("\n") { "- line $it" }
        val cut = cutBetweenLines(lines, 300)
        assertTrue(cut.length <= 300 && cut.lines().dropLast(1).all { it in lines.lines() }, cut)
        assertFalse(cutBetweenLines("\ud83d\ude00".repeat(300), 201).dropLastWhile { it != '\n' }.dropLast(1).last().isHighSurrogate())
        assertEquals("short", cutBetweenLines("short", 5))
    }
}
