package io.agentbrowser.tools

import io.agentbrowser.ScriptPart
import io.agentbrowser.contract.PageTool
import io.agentbrowser.json.text
import io.agentbrowser.session.AgentSession
import io.agentbrowser.session.SessionOptions
import io.agentbrowser.support.Project
import io.agentbrowser.support.onPhone
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.decodeFromJsonElement
import kotlinx.serialization.json.encodeToJsonElement
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

/** A page's tools are listed among a host's own as the TypeScript list has them, while the page is open. */
class PageToolListTest {
    private val cases = Project.json("tests/vectors/session/page-tools.json").jsonArray.map { it.jsonObject }

    @Test
    fun `has so many cases`() = assertEquals(3, cases.size)

    @TestFactory
    fun lists(): List<DynamicTest> = cases.map { case ->
        dynamicTest(case.text("title")) {
            val tools = Json.decodeFromJsonElement<List<PageTool>>(case.getValue("tools"))
            val names = namesOf(tools)
            case["expectedNames"]?.jsonObject?.let { expected ->
                assertEquals(expected.map { (name, own) -> name to own.jsonPrimitive.content }, names.toList())
            }
            val listed = tools.zip(names.keys) { tool, name -> toListed(name, tool) }
            case["expected"]?.let { assertEquals(it, Json.encodeToJsonElement(listed)) }
        }
    }

    @Test
    fun `are those of the page that is open, and called by the names they are listed with`() = onPhone { tab ->
        val form = "<p role=status></p><form toolname=find.all tooldescription=Finds toolautosubmit " +
            "onsubmit='event.preventDefault(); event.respondWith(Promise.resolve(q.value))'><input name=q id=q></form>"
        val options = SessionOptions(parts = setOf(ScriptPart.MODEL_CONTEXT))
        val session = AgentSession(tab::evaluate, options)
        val list = PageToolList()
        tab.page.setContent("<!doctype html><body>$form")
        session.snapshot()
        assertTrue(list.refresh(session))
        assertEquals(listOf("page_find_all"), list.tools.map { it.name })
        assertFalse(list.refresh(session))
        val own = list.pageName("page_find_all")
        assertEquals("find.all", own)
        val called = session.callTool(own.orEmpty(), JsonObject(mapOf("q" to JsonPrimitive("lamp"))))
        assertTrue("it gave: \"lamp\"" in called.text, called.text)
        val offered = ToolCatalog.openAi(list.tools.map { it.toTool() }).single().jsonObject.getValue("function").jsonObject
        assertEquals("page_find_all", offered.text("name"))
        tab.page.evaluate("document.querySelector('form').remove()")
        assertTrue(list.refresh(session))
        assertNull(list.pageName("page_find_all"))
        assertTrue(list.tools.isEmpty() && !list.refresh(null))
    }

    @Test
    fun `more of them than a list holds are listed up to a hundred`() = onPhone { tab ->
        val session = AgentSession(tab::evaluate, SessionOptions(parts = setOf(ScriptPart.MODEL_CONTEXT)))
        tab.page.setContent("<!doctype html><body>")
        session.snapshot()
        tab.page.evaluate(
            "for (let i = 0; i < 120; i++) document.modelContext.registerTool({ name: 't' + i, description: 'x', execute() {} })",
        )
        val list = PageToolList()
        assertTrue(list.refresh(session))
        assertEquals(100, list.tools.size)
    }
}
