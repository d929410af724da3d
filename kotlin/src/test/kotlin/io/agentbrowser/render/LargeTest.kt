package io.agentbrowser.render

import io.agentbrowser.AgentBrowser
import io.agentbrowser.contract.Format
import io.agentbrowser.contract.PageSnapshot
import io.agentbrowser.contract.RenderOptions
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Pages of any depth and size, on a thread with the stack of an Android app's main thread or less. */
class LargeTest {
    private fun snapshot(children: String) =
        """{"ok":true,"type":"snapshot","version":1,"meta":{"url":"https://a.test/","title":"Large","ts":0,"document":"d","revision":1},"stats":{"truncated":false},"refs":{},"tree":{"role":"document","children":[$children]}}"""

    private fun parse(json: String) = AgentBrowser.parseSnapshot(json) as PageSnapshot

    /** Runs on a stack of 256 KB: what recurses over the depth of a page dies there. */
    private fun onSmallStack(work: () -> Unit) {
        var failure: Throwable? = null
        val thread = Thread(null, { runCatching(work).onFailure { failure = it } }, "small stack", 256L * 1024)
        thread.start()
        thread.join()
        failure?.let { throw it }
    }

    @Test
    fun `takes 20,000 levels in every format`() = onSmallStack {
        val levels = 20_000
        val deep = (1..levels).joinToString("") { """{"role":"group","tag":"div","name":"Group $it","children":[""" } +
            """{"role":"button","tag":"button","name":"Deep","ref":"kd1"}""" + "]}".repeat(levels)
        val page = parse(snapshot(deep))
        for (format in Format.entries) {
            val result = renderSnapshot(page, RenderOptions(format = format))
            assertTrue(result.text.length <= 12_000)
            assertEquals(emptyList<String>(), result.refs)
            assertTrue(Regex("top\\+[0-9]+").matches(result.next.orEmpty()))
            assertEquals(levels + 1, result.nodes + result.omitted.nodes)
        }
    }

    @Test
    fun `takes 200,000 siblings in every format`() {
        val wide = (1..200_000).joinToString(",") { """{"role":"button","tag":"button","name":"Button $it","ref":"kd$it"}""" }
        val page = parse(snapshot(wide))
        for (format in Format.entries) {
            val result = renderSnapshot(page, RenderOptions(format = format))
            assertTrue(result.text.length <= 12_000)
            assertEquals(200_000, result.nodes + result.omitted.nodes)
            assertTrue(result.nodes > 50)
        }
    }

    @Test
    fun `reads 5 MB of JSON in a heap of ten times that`() {
        val text = "word ".repeat(30)
        val json = snapshot((1..26_000).joinToString(",") { """{"role":"paragraph","tag":"p","text":"$it $text"}""" })
        assertTrue(json.length > 5_000_000)
        val runtime = Runtime.getRuntime()
        System.gc()
        val before = runtime.totalMemory() - runtime.freeMemory()
        val page = parse(json)
        System.gc()
        val kept = runtime.totalMemory() - runtime.freeMemory() - before
        assertTrue(kept < 10L * json.length, "$kept bytes are kept")
        assertEquals(12_000, renderSnapshot(page).text.length, 300)
    }

    private fun assertEquals(expected: Int, actual: Int, tolerance: Int) =
        assertTrue(actual in expected - tolerance..expected, "$actual")
}
