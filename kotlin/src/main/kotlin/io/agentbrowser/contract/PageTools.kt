package io.agentbrowser.contract

import io.agentbrowser.json.count
import io.agentbrowser.json.fields
import io.agentbrowser.json.flag
import io.agentbrowser.json.text
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject

/** What a page claims about a tool of its own; nothing of it is verified. */
@Serializable
public data class PageToolAnnotations(
    val readOnlyHint: Boolean = false,
    /** Its effect can't be undone: it buys, sends, deletes. */
    val consequentialHint: Boolean = false,
    /** Its output may come from others than the page's author. */
    val untrustedContentHint: Boolean = false,
    /** For developers. */
    val debugging: Boolean = false,
)

/**
 * A function that the page offers. All texts are page text.
 *
 * @property name the name to call it by. A second tool of this name among the documents is `name~2`; one in a frame of
 *   another origin is `name~f1`, with the number in the frame's refs
 * @property inputSchema JSON Schema of its input; null: it has none, or one of [schemaChars] characters, too long to list
 * @property origin origin of its document; for a frame within a frame of another origin, only as that frame claims
 * @property source `browser` (listed by the browser), `form` (declared by a form) or `registered` (by the page's script)
 * @property ref the ref of its form
 * @property waits it is a form that a person has to submit
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

/** The page's tools, by name. @property after the `after` of the next entries; null at the end */
@Serializable
public data class PageTools(
    override val meta: Meta = Meta(),
    val tools: List<PageTool> = emptyList(),
    val total: Int = 0,
    val after: Int? = null,
) : PageResult

/**
 * The result of a tool of the page.
 *
 * @property output its text, else its result as JSON; page text
 * @property totalChars length of the whole output, where it is cut; [after] is that of the next part
 * @property isError the tool itself reports an error
 * @property navigates the form navigates
 * @property waits the form is filled, and a person has to submit it with the button [submit]
 * @property snapshot the changes since the last snapshot; null where there was none
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

/** Payloads of `tools` and `callTool`; `docs/page-tools.md` explains every field and its default. */
public sealed interface PageToolPayload : Payload {
    /** `tools`: all tools, or only the one of this name, with longer texts. */
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
