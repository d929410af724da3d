package io.agentbrowser.host

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class AnswersTest {
    @Test
    fun `dialogs - alerts are accepted, nothing is agreed to`() {
        val policy = DialogPolicy()
        assertTrue(policy.answer(DialogKind.ALERT, "Hello").accept)
        assertFalse(policy.answer(DialogKind.CONFIRM, "Delete everything?").accept)
        assertFalse(policy.answer(DialogKind.PROMPT, null, "you").accept)
        assertTrue(policy.answer(DialogKind.BEFORE_UNLOAD, "x".repeat(9_000)).accept)
        assertEquals(listOf(5, 18, 0, 500), policy.drain().map { it.message.length })
        assertEquals(0, policy.drain().size)
    }

    @Test
    fun `dialogs - the app decides, and a page that floods is not kept whole`() {
        val policy = DialogPolicy { _, _, suggested -> DialogAnswer(true, suggested?.uppercase()) }
        assertEquals("YOU", policy.answer(DialogKind.PROMPT, "Name?", "you").text)
        repeat(1_000) { policy.answer(DialogKind.ALERT, "$it") }
        assertEquals("999", policy.drain().also { assertEquals(20, it.size) }.last().message)
    }

    @Test
    fun `file chooser - what is laid ready once, else it is cancelled`() {
        val chooser = FileChooser()
        assertNull(chooser.answer(multiple = false))
        chooser.lay("content://a", "content://b")
        assertEquals(listOf("content://a"), chooser.answer(multiple = false))
        assertNull(chooser.answer(multiple = true))
        chooser.lay("content://a", "content://b")
        assertEquals(2, chooser.answer(multiple = true)?.size)
        assertEquals(4, chooser.asked)
    }
}
