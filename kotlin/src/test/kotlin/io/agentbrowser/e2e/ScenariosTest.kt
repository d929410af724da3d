package io.agentbrowser.e2e

import io.agentbrowser.host.DialogKind
import io.agentbrowser.host.DialogPolicy
import io.agentbrowser.scenarios.Scenarios
import io.agentbrowser.support.onPhone
import io.agentbrowser.support.sampleAssets
import io.agentbrowser.support.Tab
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

/** The sample's scenarios, which a device runs too, in the Chromium of this machine. */
class ScenariosTest {
    private fun names() = Scenarios(NoTab).all.keys

    @TestFactory
    fun scenarios(): List<DynamicTest> = names().map { name ->
        dynamicTest(name) {
            onPhone(sampleAssets) { tab ->
                answerDialogs(tab)
                Scenarios(tab).all.getValue(name)()
            }
        }
    }

    @Test
    fun `there are 16`() = assertEquals(16, names().size)

    /** As the sample's WebChromeClient does. */
    private fun answerDialogs(tab: Tab) {
        val policy = DialogPolicy()
        tab.page.onDialog { dialog ->
            val answer = policy.answer(DialogKind.valueOf(dialog.type().uppercase()), dialog.message(), dialog.defaultValue())
            if (answer.accept) dialog.accept(answer.text ?: "") else dialog.dismiss()
        }
    }
}
