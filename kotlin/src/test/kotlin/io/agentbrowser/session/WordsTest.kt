package io.agentbrowser.session

import io.agentbrowser.contract.ActionOk
import io.agentbrowser.contract.ElementLabel
import io.agentbrowser.contract.ErrorResult
import io.agentbrowser.contract.PageFind
import io.agentbrowser.contract.QueryOk
import io.agentbrowser.contract.readAction
import io.agentbrowser.contract.readPage
import io.agentbrowser.contract.readQuery
import io.agentbrowser.json.text
import io.agentbrowser.support.Project
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

/** What a session says of a result is what the TypeScript session says. */
class WordsTest {
    private val cases = Project.json("tests/vectors/session/words.json").jsonArray.map { it.jsonObject }

    private fun words(result: JsonObject): String = when (result.text("type")) {
        "action" -> when (val read = readAction(result)) {
            is ActionOk -> actionWords(read)
            is ErrorResult -> errorWords(read.error)
        }
        "query" -> when (val read = readQuery(result)) {
            is QueryOk -> queryWords(read)
            is ErrorResult -> errorWords(read.error)
        }
        else -> when (val read = readPage(result)) {
            is ErrorResult -> errorWords(read.error)
            else -> pageWords(read)
        }
    }

    @Test
    fun `has so many cases`() = assertEquals(35, cases.size)

    @TestFactory
    fun words(): List<DynamicTest> = cases.map { case ->
        dynamicTest(case.text("title")) { assertEquals(case.text("expected"), words(case.getValue("result").jsonObject)) }
    }

    @Test
    fun `a list that was cut says with what it goes on, and its last part nothing`() {
        val link = ElementLabel("a", "link", ref = "kd1")
        assertEquals("- link [ref=kd1]\n- ... 4 more: after=6", pageWords(PageFind(elements = listOf(link), total = 10, after = 6), from = 5))
        assertEquals("- link [ref=kd1]", pageWords(PageFind(elements = listOf(link), total = 10), from = 9))
    }
}
