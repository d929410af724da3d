package io.agentbrowser.contract

import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.put
import kotlinx.serialization.json.putJsonObject

/** Which part of the page counts. */
public sealed interface Viewport {
    /** All of it. */
    public object All : Viewport

    /** What meets the viewport. */
    public object Visible : Viewport

    /** What meets the viewport or is at most [px] CSS px away. */
    public data class Buffer(val px: Int) : Viewport
}

/**
 * What a snapshot collects, and how it is rendered in the page. Null: the script's own default, named below.
 *
 * @property interactiveOnly only what can be acted on, with dialogs, alerts, live regions and the texts at the controls of forms (true)
 * @property maxNodes most nodes; open modal dialogs first, then document order (500)
 * @property maxJsonBytes stop at about so many bytes of JSON (100000 without `maxNodes`, else none)
 * @property after go on after this ref in document order
 * @property maxTextPerNode longest name or text, UTF-16 code units (200)
 * @property maxAttrValueLen longest attribute value and URL (150)
 * @property scope a ref or a CSS selector: only that subtree
 * @property viewport which part of the page (all)
 * @property minElementSize smaller boxes are not visible, CSS px (1 x 1)
 * @property includeHidden list hidden nodes too, flagged (false)
 * @property cursorInteractive find clickable elements that have no role (true)
 * @property frames descend into same-origin frames (true)
 * @property shadow descend into open shadow roots (true)
 * @property paths give every ref an XPath (false)
 * @property boxes give every node with a ref its box (false)
 * @property occlusion mark elements that another one covers (false)
 * @property description give descriptions (false)
 * @property urls give links that have a name their URL (true)
 * @property markRefs mirror refs into `data-agent-ref` (true)
 * @property since answer with what changed since this revision; 0, for a page that comes after another one: the whole, with its first texts
 * @property timeBudgetMs stop the walk after so many ms
 * @property format null or [Format.JSON] gives the tree; any other renders in the page, and the next four count
 * @property maxCharsTotal as in [RenderOptions]
 * @property maxDepth as in [RenderOptions]
 * @property compact as in [RenderOptions]
 * @property boundary as in [RenderOptions]
 * @property channelProof lets frames of other origins be part of it, only with `start`
 *   ([io.agentbrowser.channelProof]); a session makes its own
 */
public data class SnapshotOptions(
    val interactiveOnly: Boolean? = null,
    val maxNodes: Int? = null,
    val maxJsonBytes: Int? = null,
    val after: String? = null,
    val maxTextPerNode: Int? = null,
    val maxAttrValueLen: Int? = null,
    val scope: String? = null,
    val viewport: Viewport? = null,
    val minElementSize: Size? = null,
    val includeHidden: Boolean? = null,
    val cursorInteractive: Boolean? = null,
    val frames: Boolean? = null,
    val shadow: Boolean? = null,
    val paths: Boolean? = null,
    val boxes: Boolean? = null,
    val occlusion: Boolean? = null,
    val description: Boolean? = null,
    val urls: Boolean? = null,
    val markRefs: Boolean? = null,
    val since: Double? = null,
    val timeBudgetMs: Int? = null,
    val format: Format? = null,
    val maxCharsTotal: Int? = null,
    val maxDepth: Int? = null,
    val compact: Boolean? = null,
    val boundary: String? = null,
    val channelProof: String? = null,
) {
    /** The options that are given, as the script takes them. */
    public fun toJson(): JsonObject = buildJsonObject {
        fun give(name: String, value: Boolean?) = value?.let { put(name, it) }
        fun give(name: String, value: Number?) = value?.let { put(name, it) }
        fun give(name: String, value: String?) = value?.let { put(name, it) }
        give("interactiveOnly", interactiveOnly)
        give("maxNodes", maxNodes)
        give("maxJsonBytes", maxJsonBytes)
        give("after", after)
        give("maxTextPerNode", maxTextPerNode)
        give("maxAttrValueLen", maxAttrValueLen)
        give("scope", scope)
        when (viewport) {
            Viewport.All -> put("viewport", "all")
            Viewport.Visible -> put("viewport", "visible")
            is Viewport.Buffer -> putJsonObject("viewport") { put("buffer", viewport.px) }
            null -> Unit
        }
        minElementSize?.let { size ->
            putJsonObject("minElementSize") {
                put("width", size.width)
                put("height", size.height)
            }
        }
        give("includeHidden", includeHidden)
        give("cursorInteractive", cursorInteractive)
        give("frames", frames)
        give("shadow", shadow)
        give("paths", paths)
        give("boxes", boxes)
        give("occlusion", occlusion)
        give("description", description)
        give("urls", urls)
        give("markRefs", markRefs)
        give("since", since)
        give("timeBudgetMs", timeBudgetMs)
        give("format", format?.wireName)
        give("maxCharsTotal", maxCharsTotal)
        give("maxDepth", maxDepth)
        give("compact", compact)
        give("boundary", boundary)
        give("channelProof", channelProof)
    }
}
