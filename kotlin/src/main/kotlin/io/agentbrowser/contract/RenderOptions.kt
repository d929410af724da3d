package io.agentbrowser.contract

import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.put

/** Formats of a snapshot; the grammar of each is in `docs/text-format.md`. */
public enum class Format(override val wireName: String) : WireName {
    /** `- button "Remove" [ref=kd6] [disabled]` */
    TREE("tree"),

    /** `<button id="kd6" disabled>Remove</button>` */
    HTML("html"),

    /** `[6] button "Remove" (disabled)` */
    INDEXED("indexed"),

    /** `[kd6] button: Remove (disabled)` */
    OUTLINE("outline"),

    /** Playwright's aria snapshot. */
    YAML("yaml"),

    /** For reading: headings, lists, tables and links. */
    MARKDOWN("markdown"),

    /** One node a line, valid JSON however it is cut. */
    JSON("json"),
}

/**
 * How a snapshot is rendered to text; the same in the page, in TypeScript and here.
 *
 * @property maxCharsTotal most UTF-16 code units of the text, boundary lines included
 * @property maxNodes most nodes with a line of their own
 * @property maxDepth deepest level of indentation; deeper nodes are printed at it
 * @property compact leave out branches with no ref and no text, and text of nothing but separators
 * @property boundary a nonce of 1 to 64 letters, digits, `-` and `_`: the text is put between a begin and an end line with
 *   it, which page text can't forge
 * @throws IllegalArgumentException if a count is below 1 or the boundary is no nonce
 */
public data class RenderOptions(
    val maxCharsTotal: Int = 12000,
    val maxNodes: Int = 200,
    val maxDepth: Int = 12,
    val compact: Boolean = true,
    val format: Format = Format.TREE,
    val boundary: String? = null,
) {
    init {
        requireCount("maxCharsTotal", maxCharsTotal)
        requireCount("maxNodes", maxNodes)
        requireCount("maxDepth", maxDepth)
        require(boundary == null || NONCE.matches(boundary)) {
            "The render option boundary must be a nonce of 1 to 64 letters, digits, \"-\" and \"_\"."
        }
    }

    internal fun toJson(): JsonObject = buildJsonObject {
        put("maxCharsTotal", maxCharsTotal)
        put("maxNodes", maxNodes)
        put("maxDepth", maxDepth)
        put("compact", compact)
        put("format", format.wireName)
        boundary?.let { put("boundary", it) }
    }

    private companion object {
        val NONCE = Regex("[A-Za-z0-9_-]{1,64}")

        fun requireCount(name: String, value: Int) {
            require(value >= 1) { "The render option $name must be a number from 1 up." }
        }
    }
}

/**
 * The text of a snapshot, with what it shows and leaves out.
 *
 * @property truncateReasons each once: `maxNodes`, `maxCharsTotal`, `maxJsonBytes`, `timeBudget`
 * @property nodes nodes with a line of their own
 * @property refs the refs that the text shows, in its order
 * @property omitted counts of what the text leaves out, and of what the snapshot had left out before
 * @property next the `after` of the rest, as the text names it; null where nothing is left
 */
public data class RenderResult(
    val text: String,
    val truncated: Boolean,
    val truncateReasons: List<String>,
    val nodes: Int,
    val refs: List<String>,
    val omitted: Omitted,
    val next: String? = null,
)
