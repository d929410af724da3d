package io.agentbrowser.contract

import io.agentbrowser.json.count
import io.agentbrowser.json.fields
import io.agentbrowser.json.flag
import io.agentbrowser.json.text
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject

/** What a page says of a tool of its own; none of it is more than its word. */
@Serializable
public data class PageToolAnnotations(
    val readOnlyHint: Boolean = false,
    /** It does what can't be taken back: buys, sends, deletes. */
    val consequentialHint: Boolean = false,
    /** What it gives is not even the page's own words. */
    val untrustedContentHint: Boolean = false,
    /** For developers. */
    val debugging: Boolean = false,
)

/**
 * A function that the page offers. All texts are the page's words.
 *
 * @property name what it is called by; of tools with one name in several documents the second is `name~2`; of a frame of another origin `name~f1`
 * @property inputSchema JSON Schema of its input; null: it has none, or one of [schemaChars] characters, too long to list
 * @property origin of its document; of a frame in a frame of another origin, as that frame says
 * @property source `browser`, `form` or `registered`
 * @property ref of a form
 * @property waits a person has to submit the form
 */
@Serializable
public data class PageTool(
    val name: String = "",
    val title: String? = null,
    val description: String = "",
    val inputSchema: JsonObject? = null,
    val schemaChars: Int? = null,
    val annotations: PageToolAnnotations = PageToolAnnotations(),
    val origin: String = "",
    val source: String = "",
    val ref: String? = null,
    val waits: Boolean = false,
)

/** The page's tools, by name. @property after where the list goes on; null at its end */
@Serializable
public data class PageTools(
    override val meta: Meta = Meta(),
    val tools: List<PageTool> = emptyList(),
    val total: Int = 0,
    val after: Int? = null,
) : PageResult

/**
 * What a tool of the page gave.
 *
 * @property output its text, else its result as JSON; the page's words
 * @property totalChars of all that it gave, where this is not all of it; it goes on [after]
 * @property isError the tool itself calls this an error
 * @property navigates a form goes to another address
 * @property waits the form is filled and a person has to submit it, with [submit]
 * @property snapshot what has changed since the last snapshot; null where there was none
 */
public data class PageCallTool(
    override val meta: Meta = Meta(),
    val name: String = "",
    val output: String = "",
    val totalChars: Int? = null,
    val after: Int? = null,
    val isError: Boolean = false,
    val navigates: Boolean = false,
    val waits: Boolean = false,
    val submit: ElementLabel? = null,
    val annotations: PageToolAnnotations = PageToolAnnotations(),
    val snapshot: SnapshotResult? = null,
) : PageResult

internal fun readCallTool(json: JsonObject): PageCallTool = PageCallTool(
    json.readMeta(),
    json.text("name").orEmpty(),
    json.text("output").orEmpty(),
    json.count("totalChars"),
    json.count("after"),
    json.flag("isError") == true,
    json.flag("navigates") == true,
    json.flag("waits") == true,
    json.fields("submit")?.read(ElementLabel.serializer()),
    json.fields("annotations")?.read(PageToolAnnotations.serializer()) ?: PageToolAnnotations(),
    json.fields("snapshot")?.let(::readSnapshot),
)

/** What `tools` and `callTool` take; `docs/page-tools.md` explains every field and its default. */
public sealed interface PageToolPayload : Payload {
    /** `tools`: all, or the one of this name with all that it says. */
    @Serializable
    public data class Tools(val name: String? = null, val limit: Int? = null, val after: Int? = null) : PageToolPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `callTool` */
    @Serializable
    public data class CallTool(
        val name: String,
        val input: JsonObject = JsonObject(emptyMap()),
        val limitChars: Int? = null,
        val after: Int? = null,
        val consequential: Boolean? = null,
    ) : PageToolPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }
}
