package io.agentbrowser

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows

/** The key of the channel to frames of other origins. */
class ChannelKeyTest {
    private val key = "0123456789abcdefghijklmnopqrstuv"

    @Test
    fun `is put into the script, and into none that has one`() {
        val script = AgentBrowser.getScript(key)
        assertTrue("\"$key\"" in script)
        assertFalse(key in AgentBrowser.getScript())
        val plain = AgentBrowser.getScript(parts = setOf(ScriptPart.CHANNEL))
        assertEquals(plain.replace("@agent-browser-channel-key@", key), script)
        assertThrows<IllegalArgumentException> { withChannelKey(script, key) }
    }

    @Test
    fun `is long and has no sign that means something in a script`() {
        for (wrong in listOf("", "short", "$key\"", "$key\n", key.drop(1)))
            assertThrows<IllegalArgumentException> { AgentBrowser.getScript(wrong) }
        val made = List(20) { newChannelKey() }
        assertEquals(20, made.toSet().size)
        for (one in made) AgentBrowser.getScript(one)
    }

    @Test
    fun `signs proofs as the script reads them`() {
        assertEquals("7.4e9e1295713cd11ee7053b477fce0665c4eea3c88ecf75e8528cc7d4c727b57c", channelProof(key, "d1", 7))
        assertNotEquals(channelProof(key, "d1", 7), channelProof(key, "d2", 7))
    }
}
