package io.agentbrowser.render

import io.agentbrowser.support.Project
import io.agentbrowser.support.RenderCase
import kotlinx.serialization.json.jsonArray
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

/** How many cases each file holds, as `tests/unit/render-vectors.test.ts` says too. */
private val FILES = mapOf(
    "attacks.json" to 35,
    "attributes.json" to 47,
    "budgets.json" to 41,
    "chain.json" to 67,
    "delta.json" to 23,
    "escapes.json" to 69,
    "formats.json" to 30,
    "pruning.json" to 34,
    "tools.json" to 14,
)

/** The renderer on the cases that all languages share. */
class VectorsTest {
    private fun read(file: String) = Project.json("tests/vectors/$file").jsonArray

    @Test
    fun `has these files with so many cases`() {
        val found = Project.file("tests/vectors").list()!!.filter { it.endsWith(".json") }.sorted()
        assertEquals(FILES, found.associateWith { read(it).size })
    }

    @TestFactory
    fun vectors(): List<DynamicTest> = FILES.keys.flatMap { file ->
        read(file).map { json ->
            val case = RenderCase(json)
            dynamicTest("$file: ${case.title}", case::check)
        }
    }
}
