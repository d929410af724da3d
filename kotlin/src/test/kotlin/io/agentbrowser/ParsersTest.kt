package io.agentbrowser

import io.agentbrowser.contract.ActionOk
import io.agentbrowser.contract.AgentResult
import io.agentbrowser.contract.ErrorCode
import io.agentbrowser.contract.ErrorResult
import io.agentbrowser.contract.PageFind
import io.agentbrowser.contract.PageOther
import io.agentbrowser.contract.QueryOk
import io.agentbrowser.contract.SnapshotDelta
import io.agentbrowser.contract.UnreadableResultException
import io.agentbrowser.json.InvalidJsonException
import io.agentbrowser.json.parseJson
import io.agentbrowser.render.quoteJson
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows

/** What comes back from a page, as hosts give it. */
class ParsersTest {
    private val meta = """"meta":{"url":"https://a.test/","title":"A","ts":1,"document":"d","newer":{}}"""

    private val safe: List<(String?) -> AgentResult> = listOf(
        AgentBrowser::parseSnapshotSafe, AgentBrowser::parseActionSafe, AgentBrowser::parseActionResultSafe,
        AgentBrowser::parseQuerySafe, AgentBrowser::parseQueryResultSafe, AgentBrowser::parsePageSafe,
        AgentBrowser::parseJobStartSafe, AgentBrowser::parseJobStateSafe,
    )

    @Test
    fun `plain, encoded once and encoded twice is the same`() {
        val json = """{"ok":true,"type":"query",$meta,"ref":"e1","kind":"text","value":"a \"b\" \ud83d"}"""
        for (raw in listOf(json, " $json\n", quoteJson(json), quoteJson(quoteJson(json)))) {
            val result = AgentBrowser.parseQuery(raw) as QueryOk
            assertEquals("a \"b\" \ud83d", result.text)
            assertEquals("d", result.meta.document)
        }
    }

    @Test
    fun `a plain string keeps its own quotes`() {
        assertEquals("\"Quoted\"", AgentBrowser.normalizeJsEvalResult("\"\\\"Quoted\\\"\""))
        assertEquals("null", AgentBrowser.normalizeJsEvalResult("\"null\""))
        for (nothing in listOf(null, "null", "undefined", "", "  ")) assertNull(AgentBrowser.normalizeJsEvalResult(nothing))
    }

    @Test
    fun `unknown fields, kinds and codes do no harm`() {
        val action = """{"ok":true,"type":"action",$meta,"ref":"e1","kind":"levitate","verified":"unknown","effect":{"mutations":2,"aura":[1]},"x":{}}"""
        val done = AgentBrowser.parseAction(action) as ActionOk
        assertEquals("levitate", done.kind)
        assertNull(done.verified)
        assertEquals(2.0, done.effect.mutations)
        val error = AgentBrowser.parsePage("""{"ok":false,"type":"page",$meta,"error":{"code":"too_new","message":"m","why":1}}""")
        assertEquals(ErrorCode.UNKNOWN to "too_new", (error as ErrorResult).error.run { kind to code })
        val other = AgentBrowser.parsePage("""{"ok":true,"type":"page",$meta,"kind":"teleport","to":1}""")
        assertEquals("teleport", (other as PageOther).kind)
        val find = AgentBrowser.parsePage("""{"ok":true,"type":"page",$meta,"kind":"find","total":1,"elements":[{"ref":"e1","tag":"a","role":"link","glow":true}]}""")
        assertEquals("link [ref=e1]", (find as PageFind).elements.single().toString())
    }

    @Test
    fun `an error tells all it knows`() {
        val json = """{"ok":false,"type":"action",$meta,"error":{"code":"element_blocked","message":"m","blocker":{"tag":"div","role":"dialog","name":"C"},"blockerActions":[{"ref":"e4","tag":"button","role":"button","name":"OK"}],"point":{"x":1,"y":2.5}}}"""
        val error = (AgentBrowser.parseAction(json) as ErrorResult).error
        assertEquals(ErrorCode.ELEMENT_BLOCKED, error.kind)
        assertEquals("e4", error.blockerActions.single().ref)
        assertEquals(2.5, error.point?.y)
    }

    @Test
    fun `a delta has its three lists`() {
        val json = """{"ok":true,"type":"snapshot","version":1,$meta,"stats":{"truncated":false},"refs":{"e2":{"ref":"e2","tag":"a","role":"link","attrs":{"href":"/x"}}},"delta":{"since":3,"added":[{"parent":{"role":"list"},"node":{"ref":"e2","role":"link"}}],"changed":[{"node":{"role":"text"},"was":{"text":"x"}}]}}"""
        val delta = AgentBrowser.parseSnapshot(json) as SnapshotDelta
        assertEquals("/x", delta.refs.getValue("e2").attrs["href"])
        assertEquals("list", delta.delta.added.single().parent?.role)
        assertEquals("x", delta.delta.changed.single().was?.text)
        assertEquals(0, delta.delta.removed.size)
    }

    @Test
    fun `safe forms give invalid_json for everything that is no result`() {
        val nonsense = listOf(null, "", "null", "42", "[]", "{", "{}", "\"{\"", "{\"ok\":true,}", "{\"ok\":false,\"error\":{}}", "x".repeat(100_000), "[".repeat(100_000))
        for (parse in safe) for (raw in nonsense) {
            val result = parse(raw)
            // A verb whose fields may all be absent takes `{"ok":true}`; these are all without it.
            assertEquals(ErrorCode.INVALID_JSON, (result as ErrorResult).error.kind, "$raw".take(40))
            assertTrue(result.error.message.length < 600)
        }
        assertThrows<UnreadableResultException> { AgentBrowser.parsePage("{}") }
    }

    @Test
    fun `JSON is read as strictly as JSON_parse reads it`() {
        val wrong = listOf("", "{a:1}", "[1,]", "01", "1.", "+1", ".5", "'a'", "\"\n\"", "\"\\x\"", "\"\\u12g4\"", "nul", "1 2", "{\"a\" 1}", "[1 2]", "NaN", "\"\\u００００\"")
        for (text in wrong) assertThrows<InvalidJsonException>(text) { parseJson(text) }
        for (text in listOf("0", "-0.5e+3", " [ ] ", "{\"a\":{\"a\":[null,true,false,\"\\/\"]}}")) parseJson(text)
    }
}
