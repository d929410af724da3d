package io.agentbrowser.e2e

import io.agentbrowser.scenarios.ScenarioTab

/** To look at scenarios without running them. */
object NoTab : ScenarioTab {
    override suspend fun evaluate(expression: String): String? = null

    override suspend fun load(page: String) = Unit
}
