package io.agentbrowser.e2e

import io.agentbrowser.host.FileChooser
import io.agentbrowser.sample.SampleAgent
import io.agentbrowser.support.Tab
import io.agentbrowser.support.onPhone
import io.agentbrowser.support.sampleAssets
import io.agentbrowser.tools.ToolHost
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.io.File

/** What the sample app does apart from its views, on the pages of its own assets. */
class SampleAgentTest {
    private class TabHost(private val tab: Tab) : ToolHost {
        override suspend fun open(url: String) {
            tab.page.navigate(url)
        }
    }

    private fun onSample(test: suspend (Tab, SampleAgent) -> Unit) = onPhone(sampleAssets) { tab ->
        val agent = SampleAgent(tab::evaluate, TabHost(tab))
        agent.call("web_open", "url" to "https://sample.test/demo.html")
        test(tab, agent)
    }

    private fun SampleAgent.line(words: String) = lines.first { words in it }

    @Test
    fun `a tap on a line acts on its ref, fields get the text`() = onSample { tab, agent ->
        assertNull(agent.tap(agent.lines.first()))
        agent.tap(agent.line("button \"Accept\""))
        agent.call("web_snapshot")
        agent.tap(agent.line("textbox \"Name\""), "Ada [ref=kd1]")
        assertEquals("Ada [ref=kd1]", tab.page.evaluate("demo.name"))
        agent.call("web_snapshot")
        agent.tap(agent.line("button \"Add item\""))
        assertEquals(1, tab.page.evaluate("demo.items"))
        assertTrue(agent.lines.any { "Remove item 1" in it })
        assertEquals(6, agent.log.size)
        assertTrue(Regex("web_click \\{\"ref\":\"[a-z]{2}[0-9]+\".*").matches(agent.log.last()), agent.log.last())
    }

    @Test
    fun `a file chooser gets what the app has laid ready, else it is cancelled`(@TempDir folder: File) = onSample { tab, agent ->
        val chooser = FileChooser()
        val photo = File(folder, "photo.jpg").apply { writeText("x") }
        // As AgentWebChromeClient does: one answer to each chooser.
        tab.page.onFileChooser { asked ->
            val files = chooser.answer(asked.isMultiple).orEmpty()
            if (files.isNotEmpty()) asked.setFiles(files.map { File(it).toPath() }.toTypedArray())
        }
        agent.tap(agent.line("button \"Accept\""))
        chooser.lay(photo.path)
        tab.page.tap("#photo")
        tab.page.waitForCondition { tab.page.evaluate("demo.files.length") == 1 }
        assertEquals("photo.jpg", tab.page.evaluate("demo.files[0]"))
        assertEquals(1, chooser.asked)
    }
}
