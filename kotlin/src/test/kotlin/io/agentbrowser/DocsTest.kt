package io.agentbrowser

import io.agentbrowser.contract.ErrorCode
import io.agentbrowser.contract.WireName
import io.agentbrowser.contract.ActionKind
import io.agentbrowser.contract.FindBy
import io.agentbrowser.contract.Format
import io.agentbrowser.contract.PageKind
import io.agentbrowser.contract.QueryKind
import io.agentbrowser.contract.WaitState
import io.agentbrowser.contract.SnapshotOptions
import io.agentbrowser.support.Project
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** What is written about this library, and the contract that it ports. */
class DocsTest {
    private val contract = Project.file("src/contract").listFiles()!!.sorted().joinToString("\n") { it.readText() }

    private fun union(name: String): List<String> {
        val body = contract.substringAfter("export type $name =").substringBefore(";")
        return Regex("'([^']+)'").findAll(body).map { it.groupValues[1] }.toList()
    }

    private fun assertSame(name: String, constants: List<WireName>) =
        assertEquals(union(name).sorted(), constants.map { it.wireName }.sorted(), name)

    @Test
    fun `kinds and codes are those of the contract`() {
        assertSame("ActionKind", ActionKind.entries)
        assertSame("QueryKind", QueryKind.entries)
        assertSame("FindBy", FindBy.entries)
        assertSame("WaitState", WaitState.entries)
        assertSame("Format", Format.entries)
        assertSame("ErrorCode", ErrorCode.entries - ErrorCode.INVALID_JSON - ErrorCode.OPEN_FAILED - ErrorCode.UNKNOWN)
        val pages = Regex("PageBase<([^>]+)>").findAll(contract).flatMap { Regex("'([^']+)'").findAll(it.value) }
        val all = (pages.map { it.groupValues[1] } + union("InputKind")).toSet()
        assertEquals(all.sorted(), PageKind.entries.map { it.wireName }.sorted())
    }

    @Test
    fun `options of a snapshot are those of the contract`() {
        val fields = { name: String ->
            val body = contract.substringAfter("export interface $name {").substringBefore("\n}")
            Regex("^ {2}(\\w+)\\?:", RegexOption.MULTILINE).findAll(body).map { it.groupValues[1] }.toList()
        }
        val wanted = (fields("CollectOptions") + fields("RenderOptions") + fields("ChannelOptions")).toSet()
        val constructor = SnapshotOptions::class.java.declaredFields.map { it.name }.filter { it != "Companion" }
        assertEquals(wanted.sorted(), constructor.sorted())
    }

    @Test
    fun `the first example is the one that is compiled, and has at most fifteen lines`() {
        val code = Project.file("docs/android.md").readText().substringAfter("```kotlin\n").substringBefore("```")
        val compiled = Project.file("android-sample/app/src/docs/java/io/agentbrowser/docs/MainActivity.kt").readText()
        assertTrue(code in compiled)
        assertTrue(code.trim().lines().size <= 15)
    }

    @Test
    fun `the script in the jar is the one of this checkout, and so are its parts`() {
        assertEquals(Project.file("dist/agent-browser.js").readText(), AgentBrowser.getScript())
        val files = Project.file("dist/parts").list().orEmpty().map { "parts/$it" }
        assertEquals(files.toSet(), ScriptPart.entries.map { it.file }.toSet())
        for (part in ScriptPart.entries) assertEquals(Project.file("dist/${part.file}").readText(), AgentBrowser.getPart(part))
        assertTrue("\"version\": \"${AgentBrowser.version}\"" in Project.file("package.json").readText())
    }
}
