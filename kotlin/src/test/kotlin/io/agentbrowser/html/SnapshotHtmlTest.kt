package io.agentbrowser.html

import io.agentbrowser.contract.RenderOptions
import io.agentbrowser.json.text
import io.agentbrowser.render.renderSnapshot
import io.agentbrowser.render.renderSnapshotText
import io.agentbrowser.support.Project
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

/** Beside what the TypeScript `html` gives of the same pages (tests/unit/html-vectors.test.ts). */
class SnapshotHtmlTest {
    private val cases = Project.json("tests/vectors/html/pages.json").jsonArray.map { it.jsonObject }

    @TestFactory
    fun `gives the text that the TypeScript html gives`(): List<DynamicTest> {
        assertEquals(7, cases.size)
        return cases.map { case ->
            dynamicTest(case.text("title")) {
                val text = renderSnapshotText(snapshotHtml(case.text("html")!!, "https://shop.example/a/"))
                assertEquals(case.text("text"), text.replace(Regex("\\bref=[a-z]{2}(?=\\d)"), "ref=e"))
            }
        }
    }

    @Test
    fun `tells what each ref is, and keeps passwords to itself`() {
        val page = snapshotHtml("<title>T</title><a href=/x>Go</a><input type=password value=secret aria-label=Word>", "https://a.example/")
        val (link, field) = page.refs.values.toList()
        assertEquals(listOf("a", "link", "Go", mapOf("href" to "/x")), listOf(link.tag, link.role, link.name, link.attrs))
        assertEquals(mapOf("type" to "password", "value" to "••", "aria-label" to "Word"), field.attrs)
        assertEquals(listOf("https://a.example/", "T"), listOf(page.meta.url, page.meta.title))
        assertEquals(2, page.stats.interactive)
    }

    @Test
    fun `tells of secrets in refs what the TypeScript html tells`() {
        val case = cases.single { it.containsKey("values") }
        val refs = snapshotHtml(case.text("html")!!).refs.values
        val values = refs.mapNotNull { entry -> entry.attrs["value"]?.let { entry.ref.replace("bd", "e") to it } }.toMap()
        assertEquals(case.getValue("values").jsonObject.mapValues { it.value.jsonPrimitive.content }, values)
    }

    @Test
    fun `shows dots for what a style shows as dots`() {
        val page = snapshotHtml("<input style='color: red; -webkit-text-security: disc' value=hunter2 aria-label=A><input style='-webkit-text-security:none' value=open aria-label=B>")
        assertEquals(listOf("••", "open"), page.refs.values.map { it.attrs["value"] })
    }

    @Test
    fun `keeps to the budget of the renderer`() {
        val page = snapshotHtml(List(500) { "<p>Paragraph $it</p>" }.joinToString(""))
        val result = renderSnapshot(page, RenderOptions(maxCharsTotal = 1_000))
        assertTrue(result.truncated && result.text.length <= 1_000)
    }

    @Test
    fun `reads boxes that are nested very deep`() {
        val deep = 20_000
        val page = snapshotHtml("<div>".repeat(deep) + "<button>Deep</button>" + "</div>".repeat(deep))
        assertEquals("Deep", page.refs.values.single().name)
    }
}
