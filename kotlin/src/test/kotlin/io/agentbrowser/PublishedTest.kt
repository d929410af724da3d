package io.agentbrowser

import io.agentbrowser.session.AgentSession
import io.agentbrowser.support.Project
import io.agentbrowser.tools.ToolExecutor
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** What the jar promises to those who compile against it. */
class PublishedTest {
    @Test
    fun `its metadata is of the second latest Kotlin minor, which its compiler and the latest one read`() {
        for (one in listOf(AgentSession::class, ToolExecutor::class, AgentBrowser::class)) {
            val version = one.java.getAnnotation(Metadata::class.java).metadataVersion
            assertEquals(listOf(2, 3), version.take(2), one.qualifiedName)
        }
    }

    @Test
    fun `its byte code runs on every Android that minSdk allows`() {
        val name = "/${AgentSession::class.java.name.replace('.', '/')}.class"
        val head = AgentSession::class.java.getResourceAsStream(name)!!.use { it.readNBytes(8) }
        assertEquals(52, head[7].toInt(), "class file version of Java 8")
    }

    @Test
    fun `R8's rules are in it, and the POM says what Maven Central asks for`() {
        assertNotNull(javaClass.getResource("/META-INF/proguard/agent-browser-kotlin.pro"))
        val pom = Project.file("kotlin/pom.xml").readText()
        for (element in listOf("name", "description", "license", "developer")) assertTrue("<$element>" in pom, element)
    }
}
