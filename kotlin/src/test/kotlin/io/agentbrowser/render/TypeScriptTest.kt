package io.agentbrowser.render

import io.agentbrowser.json.parseJson
import io.agentbrowser.support.Project
import io.agentbrowser.support.RenderCase
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assumptions.assumeTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.io.File

/** The renderer beside the TypeScript one, which runs in Node for this: the same text, byte for byte. */
class TypeScriptTest {
    @Test
    fun `random pages that mean harm`() {
        val printed = Project.node("kotlin/src/test/node/random.mjs", "$RANDOM", "20260101")
        assumeTrue(printed != null, "NOT RUN: there is no Node here")
        val cases = parseJson(printed!!).jsonArray
        assertEquals(RANDOM, cases.size)
        for (json in cases) RenderCase(json).check()
    }

    @Test
    fun `real pages of the corpus`(@TempDir folder: File) {
        assumeTrue(Project.corpus.isDirectory, "NOT RUN: ${Project.corpus} is not here")
        val printed = Project.node("kotlin/src/test/node/corpus.mjs", "${Project.corpus}", "$folder")
        assumeTrue(printed != null, "NOT RUN: there is no Node here")
        var cases = 0
        val files = folder.listFiles()!!.sorted()
        for (file in files) {
            for (one in parseJson(file.readText()).jsonArray) {
                val snapshot = one.jsonObject.getValue("snapshot").jsonObject
                for (json in one.jsonObject.getValue("cases").jsonArray) {
                    RenderCase(json, snapshot).check()
                    cases++
                }
            }
        }
        assertEquals(PAGES, files.size)
        assertEquals(PAGES * SNAPSHOTS * OPTIONS, cases)
    }

    private companion object {
        val IS_FULL = System.getenv("FULL") != null
        val RANDOM = if (IS_FULL) 600 else 200
        val PAGES = if (IS_FULL) 32 else 4
        const val SNAPSHOTS = 2

        /** Seven formats, each with its defaults, in little room and without limits. */
        const val OPTIONS = 21
    }
}
