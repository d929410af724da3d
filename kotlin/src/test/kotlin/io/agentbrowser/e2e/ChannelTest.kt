package io.agentbrowser.e2e

import com.microsoft.playwright.Route
import io.agentbrowser.AgentBrowser
import io.agentbrowser.ScriptPart
import io.agentbrowser.contract.ActionKind
import io.agentbrowser.contract.ActionPayload
import io.agentbrowser.contract.PageKind
import io.agentbrowser.contract.PageTools
import io.agentbrowser.contract.QueryKind
import io.agentbrowser.contract.QueryOk
import io.agentbrowser.contract.SnapshotResult
import io.agentbrowser.contract.SnapshotTree
import io.agentbrowser.newChannelKey
import io.agentbrowser.session.AgentSession
import io.agentbrowser.session.Observation
import io.agentbrowser.session.SessionOptions
import io.agentbrowser.support.Tab
import io.agentbrowser.support.onPhone
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** A session that knows the key of the script in all frames. */
class ChannelTest {
    private val pages = mapOf(
        "https://shop.test/" to "<title>Shop</title><button>Buy</button><iframe title=Pay src='https://pay.test/'></iframe>",
        "https://shop.test/next" to "<title>Next</title><iframe title=Pay src='https://pay.test/'></iframe>",
        "https://shop.test/tools" to "<title>Tools</title><iframe title=Tools src='https://tools.test/'></iframe>",
        "https://tools.test/" to "<p role=status></p><form toolname=say tooldescription=Says toolautosubmit " +
            "onsubmit='event.preventDefault(); event.respondWith(Promise.resolve(document.querySelector(`p`).textContent = q.value))'>" +
            "<input name=q id=q></form>",
        "https://pay.test/" to "<label>Name <input></label><button onclick='top.location = \"https://shop.test/next\"'>Pay</button>",
    )

    private fun onShop(test: suspend (Tab, AgentSession) -> Unit) = onPhone { tab ->
        val key = newChannelKey()
        tab.page.context().addInitScript(AgentBrowser.getScript(key))
        for ((url, html) in pages)
            tab.page.route(url) { it.fulfill(Route.FulfillOptions().setContentType("text/html").setBody("<!doctype html>$html")) }
        tab.page.navigate("https://shop.test/")
        test(tab, AgentSession(tab::evaluate, SessionOptions(channelKey = key)))
    }

    /** On a busy machine a frame may not get to it in the second that it has: then it is read again. */
    private suspend fun AgentSession.readAll(): Observation<SnapshotResult> {
        var read = snapshot()
        repeat(MOST_LOOKS) { if ("frame=no_answer" in read.text) read = snapshot() }
        return read
    }

    @Test
    fun `reads frames of other origins and acts in them`() = onShop { tab, session ->
        val page = session.readAll()
        val name = page.refs[1]
        assertTrue("- iframe \"Pay\" [origin=https://pay.test]:\n  - textbox \"Name\" [ref=$name]" in page.text, page.text)
        // A document draws its letters by itself; what stands in a frame is told from the rest by its number.
        assertTrue(Regex("[a-z]{2}1 (f1[a-z]{2})1 \\1[2]").matches(page.refs.joinToString(" ")), "${page.refs}")
        val frame = (page.snapshot as SnapshotTree).tree.children.last().frame
        assertEquals("channel" to "https://pay.test", frame?.access to frame?.origin)
        val step = session.act(name, ActionKind.FILL, ActionPayload.Fill("Ann"))
        assertTrue("~ textbox \"Name\" [ref=$name] [focused]: Ann" in step.text, step.text)
        val asked = session.query(name, QueryKind.VALUE)
        assertEquals("Ann", (asked.result as QueryOk).text)
        assertEquals("Ann", tab.page.frames()[1].locator("input").inputValue())
    }

    @Test
    fun `follows a frame that takes the page elsewhere`() = onShop { _, session ->
        val pay = session.readAll().refs.last()
        val step = session.act(pay, ActionKind.CLICK)
        assertTrue(step.pageChanged, step.text)
        val text = if ("frame=no_answer" in step.text) session.readAll().text else step.text
        assertTrue("title=\"Next\"" in step.text && Regex("\\[ref=f1[a-z]{2}1]").containsMatchIn(text), text)
    }

    @Test
    fun `lists tools of frames of other origins and calls them`() = onShop { tab, session ->
        tab.page.context().addInitScript(AgentBrowser.getPart(ScriptPart.MODEL_CONTEXT))
        tab.page.navigate("https://shop.test/tools")
        val page = session.readAll()
        assertTrue(" tools=say~f1" in page.text.lines()[0], page.text)
        var tools = session.page(PageKind.TOOLS).result as PageTools
        while (tools.total == 0) tools = session.page(PageKind.TOOLS).result as PageTools
        assertEquals(listOf("say~f1" to "https://tools.test"), tools.tools.map { it.name to it.origin })
        val called = session.callTool("say~f1", JsonObject(mapOf("q" to JsonPrimitive("hello"))))
        assertTrue("callTool say~f1: done; it gave: \"hello\"" in called.text && "status: hello" in called.text, called.text)
    }

    private companion object {
        /** A frame that is silent so often does not answer at all. */
        const val MOST_LOOKS = 20
    }
}
