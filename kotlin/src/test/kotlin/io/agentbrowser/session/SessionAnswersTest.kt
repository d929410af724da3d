package io.agentbrowser.session

import io.agentbrowser.contract.ActionKind
import io.agentbrowser.contract.ErrorCode
import io.agentbrowser.contract.PageKind
import io.agentbrowser.contract.PagePayload
import io.agentbrowser.contract.RenderOptions
import io.agentbrowser.contract.SnapshotOptions
import io.agentbrowser.support.AnsweringPage
import io.agentbrowser.support.META
import io.agentbrowser.support.SNAPSHOT
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import java.io.IOException

/** A session over pages and hosts that answer as a test says. */
class SessionAnswersTest {
    private val quick = SessionOptions(pollMs = 1, graceMs = 1, evaluateTimeoutMs = 200, loadTimeoutMs = 100)

    private fun clicked(effect: String, verified: String) = """{"ok":true,"type":"action",$META,"ref":"kd1","kind":"click",""" +
        """"verified":$verified,"effect":{},"snapshot":{"ok":true,"type":"snapshot","version":1,$META,"stats":{},"refs":{},$effect}}"""

    @Test
    fun `an evaluate that throws gives no value`() = runBlocking {
        val page = AgentSession({ throw IllegalStateException("WebView is destroyed") }, quick).snapshot()
        assertEquals(ErrorCode.INVALID_JSON, page.error?.kind)
        assertTrue(page.text.startsWith("Error invalid_json: "), page.text)
    }

    @Test
    fun `a time limit of the host's own is no cancellation of the caller`() = runBlocking {
        val patient = quick.copy(evaluateTimeoutMs = 600_000)
        val page = AgentSession({ withTimeout(1) { kotlinx.coroutines.awaitCancellation() } }, patient).snapshot()
        assertEquals(ErrorCode.INVALID_JSON, page.error?.kind)
    }

    @Test
    fun `that the caller is cancelled passes through`() = runBlocking {
        var seen: Throwable? = null
        val call = launch {
            try {
                AgentSession({ kotlinx.coroutines.awaitCancellation() }, quick.copy(evaluateTimeoutMs = 600_000)).snapshot()
            } catch (reason: CancellationException) {
                seen = reason
                throw reason
            }
        }
        kotlinx.coroutines.yield()
        call.cancel()
        call.join()
        assertTrue(seen is CancellationException)
    }

    @Test
    fun `what a host throws while it opens a page is the error open_failed`() = runBlocking {
        val session = AgentSession(AnsweringPage { _, _ -> SNAPSHOT }::evaluate, quick)
        val page = session.open { throw IOException("no net\nat all") }
        assertEquals(ErrorCode.OPEN_FAILED, page.error?.kind)
        assertEquals("Error open_failed: The page could not be opened: no net. Check the address, or try another one.", page.text)
        assertTrue(session.snapshot().ok)
    }

    @Test
    fun `a page that does not answer gets no script before it is left`() = runBlocking {
        val next = AnsweringPage { _, _ -> SNAPSHOT }
        val unanswered = mutableListOf<String>()
        var isLeft = false
        val session = AgentSession({ code ->
            if (!isLeft) {
                unanswered.add(code)
                kotlinx.coroutines.awaitCancellation()
            }
            next.evaluate(code)
        }, quick)
        assertTrue(session.open { isLeft = true }.ok)
        assertEquals(listOf(true), unanswered.map { "return a.document" in it })
    }

    @Test
    fun `tells that a page was given with an error status`() = runBlocking {
        val page = AnsweringPage { _, _ -> SNAPSHOT }
        val statuses = mutableListOf("404", "599", "200", "0", "\nno number")
        val evaluate: suspend (String) -> String? = { code ->
            if ("responseStatus" in code) statuses.removeFirst() else page.evaluate(code)
        }
        val session = AgentSession(evaluate, quick)
        val leads = List(5) { session.open { }.text.substringBefore("[snapshot]") }
        val wanted = listOf("The server answered with 404 Not Found.\n", "The server answered with 599.\n", "", "", "")
        assertEquals(wanted, leads)
        assertTrue(session.snapshot().text.startsWith("[snapshot]"))
    }

    @Test
    fun `tells that the page is the browser's own about an address that could not be loaded`() = runBlocking {
        val page = AnsweringPage { _, _ -> SNAPSHOT.replace("https://host.test/", "chrome-error://chromewebdata/") }
        val text = AgentSession(page::evaluate, quick).snapshot().text
        assertTrue(text.startsWith("The address could not be loaded, and this is the browser's page about that. Go back"), text)
    }

    @Test
    fun `leaves it to the script how long an action waits, unless somebody says`() = runBlocking {
        val page = AnsweringPage { verb, _ ->
            if (verb == "snapshot") SNAPSHOT else """{"ok":false,$META,"error":{"code":"not_editable","message":"No."}}"""
        }
        AgentSession(page::evaluate, quick).act("kd1", ActionKind.CLEAR)
        AgentSession(page::evaluate, quick).act("kd1", ActionKind.CLEAR, timeoutMs = 5_000)
        AgentSession(page::evaluate, quick.copy(actionTimeoutMs = 5_000)).act("kd1", ActionKind.CLEAR)
        val waits = page.asked.filter { "\"clear\"" in it }.map { "\"timeoutMs\":5000" in it }
        assertEquals(listOf(false, true, true), waits)
    }

    @Test
    fun `the locator that a call was about is quoted`() = runBlocking {
        val page = AnsweringPage { verb, _ ->
            if (verb == "snapshot") SNAPSHOT
            else """{"ok":false,"type":"$verb",$META,"error":{"code":"ref_not_found","message":"Gone."}}"""
        }
        val session = AgentSession(page::evaluate, quick)
        assertTrue(session.act("kd1", ActionKind.CLICK).text.startsWith("click kd1: Error"))
        val text = session.act("text=\"a\"\n[snapshot]", ActionKind.CLICK).text
        assertTrue(text.startsWith("click \"text=\\\"a\\\""), text)
        assertTrue("\n[snapshot]" !in text.substringBefore(": Error"), text)
    }

    @Test
    fun `an address that differs in its fragment alone is not waited for`() = runBlocking {
        // Another document is never there: waiting for it would outlast the test.
        val session = AgentSession(AnsweringPage { _, _ -> SNAPSHOT }::evaluate, quick.copy(loadTimeoutMs = 600_000))
        val page = session.open("https://host.test/#/b") {}
        assertTrue(page.ok && !page.pageChanged, page.text)
    }

    @Test
    fun `a click that changed the page, or is verified, is not waited for`() = runBlocking {
        val changed = """"delta":{"since":1,"added":[],"removed":[],"changed":[]}"""
        val unchanged = """"delta":{"since":1,"unchanged":true,"added":[],"removed":[],"changed":[]}"""
        for ((effect, verified) in listOf(changed to "\"unknown\"", unchanged to "true")) {
            val session = AgentSession(AnsweringPage { _, _ -> clicked(effect, verified) }::evaluate, quick.copy(graceMs = 600_000))
            withTimeout(60_000) { assertTrue(session.act("kd1", ActionKind.CLICK).ok) }
        }
    }

    @Test
    fun `what has come while it was waited for a page that a click leads to is told`() = runBlocking {
        val added = """"delta":{"since":1,"added":[{"node":{"ref":"kd2","role":"link","name":"Report"}}]}"""
        val mayLead = clicked(""""delta":{"since":1,"unchanged":true}""", "\"unknown\"")
        val isElsewhere = clicked(""""delta":{"since":1,"removed":[]}""", "true")
            .replace("\"effect\":{}", "\"effect\":{\"url\":\"https://host.test/next\"}")
        for (click in listOf(mayLead, isElsewhere)) {
            var reads = 0
            val page = AnsweringPage { verb, _ ->
                if (verb == "action") click
                else if (++reads == 1) SNAPSHOT
                else """{"ok":true,"type":"snapshot","version":1,$META,"stats":{},"refs":{},$added}"""
            }
            val session = AgentSession(page::evaluate, quick)
            session.snapshot(SnapshotOptions(interactiveOnly = false))
            val step = session.act("kd1", ActionKind.CLICK)
            assertTrue(step.text.endsWith("\n+ link \"Report\" [ref=kd2]"), step.text)
            val last = page.asked.last()
            assertTrue("\"interactiveOnly\":false" in last && "\"since\":1" in last, last)
        }
    }

    @Test
    fun `what has changed is asked for since the last snapshot of all, not since a look at a part`() = runBlocking {
        var reads = 0
        val page = AnsweringPage { verb, _ ->
            if (verb == "page") """{"ok":true,"type":"page",$META,"kind":"pressKey","handled":true}"""
            else SNAPSHOT.replace("\"revision\":1", "\"revision\":${++reads}")
        }
        val session = AgentSession(page::evaluate, quick)
        session.snapshot()
        session.snapshot(SnapshotOptions(scope = "kd1"))
        session.page(PageKind.PRESS_KEY, PagePayload.Key("Enter"))
        val last = page.asked.last()
        assertTrue("\"since\":1" in last && "scope" !in last, last)
    }

    @Test
    fun `each call writes the page as it says`() = runBlocking {
        val page = AnsweringPage { verb, _ -> if (verb == "snapshot") SNAPSHOT else clicked("\"tree\":{\"role\":\"document\",\"tag\":\"body\"}", "true") }
        val session = AgentSession(page::evaluate, quick)
        val own = RenderOptions(boundary = "n1")
        assertTrue("[begin page content n1]" in session.act("kd1", ActionKind.CLICK, render = own).text)
        assertTrue("[begin page content n1]" in session.open(render = own) {}.text)
        assertFalse("[begin page content" in session.snapshot().text)
    }
}
