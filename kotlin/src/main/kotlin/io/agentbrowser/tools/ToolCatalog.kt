package io.agentbrowser.tools

import io.agentbrowser.json.fields
import io.agentbrowser.json.flag
import io.agentbrowser.json.parseJson
import io.agentbrowser.json.text
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject

/**
 * A tool that a model can call.
 *
 * @property schema JSON Schema of its arguments: an object without further properties
 * @property optIn offered only if the host enables it, since it can do more than a person at the page
 */
public class Tool internal constructor(
    public val name: String,
    public val description: String,
    public val schema: JsonObject,
    public val optIn: Boolean,
)

/** The `web_*` tools, from the same source as the npm package's (`src/tools`), in the shapes that model vendors take. */
public object ToolCatalog {
    private const val RESOURCE = "/io/agentbrowser/tools.json"

    /** All tools, with those that are offered only if the host enables them. */
    public val tools: List<Tool> by lazy {
        val stream = ToolCatalog::class.java.getResourceAsStream(RESOURCE) ?: error("$RESOURCE is not in the jar")
        val json = parseJson(stream.bufferedReader(Charsets.UTF_8).use { it.readText() })
        json.jsonArray.map { it.jsonObject }.map { tool ->
            Tool(
                tool.text("name").orEmpty(),
                tool.text("description").orEmpty(),
                tool.fields("schema") ?: JsonObject(emptyMap()),
                tool.flag("optIn") == true,
            )
        }
    }

    /** The tools that are offered to a model; [evaluation] adds `web_eval`. */
    public fun offered(evaluation: Boolean = false): List<Tool> = tools.filter { evaluation || !it.optIn }

    /** In the shape of Chat Completions and of most other vendors. */
    public fun openAi(tools: List<Tool> = offered()): JsonArray = JsonArray(
        tools.map { tool ->
            val function = mapOf(
                "name" to JsonPrimitive(tool.name),
                "description" to JsonPrimitive(tool.description),
                "parameters" to tool.schema,
            )
            JsonObject(mapOf("type" to JsonPrimitive("function"), "function" to JsonObject(function)))
        },
    )

    /** In the shape of the Messages API. */
    public fun anthropic(tools: List<Tool> = offered()): JsonArray = JsonArray(
        tools.map { tool ->
            JsonObject(
                mapOf(
                    "name" to JsonPrimitive(tool.name),
                    "description" to JsonPrimitive(tool.description),
                    "input_schema" to tool.schema,
                ),
            )
        },
    )
}
