package io.agentbrowser.sample

import androidx.test.ext.junit.rules.ActivityScenarioRule
import androidx.test.ext.junit.runners.AndroidJUnit4
import io.agentbrowser.scenarios.ScenarioTab
import io.agentbrowser.scenarios.Scenarios
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.Assert.assertEquals
import org.junit.Rule
import org.junit.Test
import org.junit.runner.RunWith

/** The scenarios that the JVM tests run in Chromium, in the WebView of a device or an emulator. */
@RunWith(AndroidJUnit4::class)
class ScenariosInstrumentedTest {
    @get:Rule
    val rule = ActivityScenarioRule(MainActivity::class.java)

    private fun onDevice(): ScenarioTab = runBlocking {
        val found = CompletableDeferred<AgentWebView>()
        rule.scenario.onActivity { found.complete(it.web) }
        val web = found.await()
        object : ScenarioTab {
            override suspend fun evaluate(expression: String): String? = web.view.evaluate(expression)

            override suspend fun load(page: String) {
                val mark = "\"loading\""
                evaluate("document.title = 'loading'")
                web.open("$SAMPLE_ORIGIN/$page")
                withTimeout(LOAD_MS) {
                    while (evaluate("document.title") == mark || evaluate("document.readyState") != "\"complete\"") delay(POLL_MS)
                }
            }
        }
    }

    @Test
    fun allScenarios() {
        val failures = LinkedHashMap<String, Throwable>()
        val scenarios = Scenarios(onDevice()).all
        for ((name, run) in scenarios) runCatching { runBlocking { run() } }.onFailure { failures[name] = it }
        assertEquals(failures.toString(), 0, failures.size)
        assertEquals(SCENARIOS, scenarios.size)
    }

    private companion object {
        const val SCENARIOS = 16
        const val LOAD_MS = 10_000L
        const val POLL_MS = 50L
    }
}
