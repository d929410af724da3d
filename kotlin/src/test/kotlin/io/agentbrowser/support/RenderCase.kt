package io.agentbrowser.support

import io.agentbrowser.contract.Format
import io.agentbrowser.contract.Omitted
import io.agentbrowser.contract.PageSnapshot
import io.agentbrowser.contract.RenderOptions
import io.agentbrowser.contract.RenderResult
import io.agentbrowser.contract.byWireName
import io.agentbrowser.contract.readSnapshot
import io.agentbrowser.json.count
import io.agentbrowser.json.fields
import io.agentbrowser.json.flag
import io.agentbrowser.json.items
import io.agentbrowser.json.text
import io.agentbrowser.render.renderSnapshot
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import org.junit.jupiter.api.Assertions.assertEquals

/** A snapshot, options, and what the TypeScript renderer makes of them. */
class RenderCase(json: JsonElement, snapshot: JsonObject = json.jsonObject.getValue("snapshot").jsonObject) {
    private val case = json.jsonObject
    val title: String = case.text("title").orEmpty()
    val snapshot = readSnapshot(snapshot) as PageSnapshot
    val options = optionsOf(case.fields("options") ?: JsonObject(emptyMap()))
    val expected = resultOf(case.getValue("expected").jsonObject)

    fun check() {
        val result = renderSnapshot(snapshot, options)
        assertEquals(expected.text, result.text, title)
        assertEquals(expected, result, title)
    }

    private fun optionsOf(json: JsonObject): RenderOptions {
        val defaults = RenderOptions()
        return RenderOptions(
            json.count("maxCharsTotal") ?: defaults.maxCharsTotal,
            json.count("maxNodes") ?: defaults.maxNodes,
            json.count("maxDepth") ?: defaults.maxDepth,
            json.flag("compact") ?: defaults.compact,
            json.text("format").let { if (it == null || it == "text") Format.TREE else byWireName<Format>(it)!! },
            json.text("boundary"),
        )
    }

    private fun resultOf(json: JsonObject) = RenderResult(
        json.text("text")!!,
        json.flag("truncated")!!,
        json.items("truncateReasons")!!.map { it.jsonPrimitive.content },
        json.count("nodes")!!,
        json.items("refs")!!.map { it.jsonPrimitive.content },
        Omitted.from(json.fields("omitted")!!),
        json.text("next"),
    )
}
