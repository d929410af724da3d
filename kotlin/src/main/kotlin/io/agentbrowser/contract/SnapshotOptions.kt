package io.agentbrowser.contract

import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.put
import kotlinx.serialization.json.putJsonObject

/** The part of the page that a snapshot reads. */
public sealed interface Viewport {
    /** The whole page. */
    public object All : Viewport

    /** Only what intersects the viewport. */
    public object Visible : Viewport

    /** Only what intersects the viewport or is at most [px] CSS px away. */
    public data class Buffer(val px: Int) : Viewport
}

/**
 * What a snapshot collects, and how it is rendered in the page. Null: the script's default, given in brackets below.
 *
 * @property interactiveOnly only interactive elements, with dialogs, alerts, live regions and texts next to the controls of
 *   forms (true)
 * @property maxNodes most nodes; open modal dialogs first, then document order (500)
 * @property maxJsonBytes stop when the result is about this many bytes of JSON (100000; none where `maxNodes` or a text
 *   format limits the result already)
 * @property after begin behind this cursor, which a cut result has named, or behind the node of a ref
 * @property maxTextPerNode most characters of a name or text, UTF-16 code units (200)
 * @property maxAttrValueLen most characters of an attribute in `refs`, and of a frame's URL (150)
 * @property scope a ref or a CSS selector: only that subtree
 * @property viewport the part of the page (all)
 * @property minElementSize elements with a smaller box count as not visible, in CSS px (1 x 1)
 * @property includeHidden list hidden nodes too, flagged (false)
 * @property cursorInteractive find clickable elements that have no role (true)
 * @property frames descend into same-origin frames (true)
 * @property shadow descend into open shadow roots (true)
 * @property paths add an XPath to every ref (false)
 * @property boxes add the box to every node with a ref (false)
 * @property occlusion mark elements whose hit point is covered by another element (false)
 * @property description add accessible descriptions (false)
 * @property urls add the URL to links that have a name (false)
 * @property markRefs mirror refs into `data-agent-ref` (true)
 * @property since return the changes since this revision. 0, for a page after a navigation: the whole page, with its first
 *   texts
 * @property timeBudgetMs stop reading after this many ms
 * @property format null or [Format.JSON] returns the tree; any other is rendered in the page, with the next four options
 * @property maxCharsTotal as in [RenderOptions]
 * @property maxDepth as in [RenderOptions]
 * @property compact as in [RenderOptions]
 * @property boundary as in [RenderOptions]
 * @property channelProof proves that the caller knows the script's key, so that frames of other origins are included; only
 *   with `start` ([io.agentbrowser.channelProof]). A session makes its own
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
