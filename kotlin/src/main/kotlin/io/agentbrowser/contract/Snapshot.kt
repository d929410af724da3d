package io.agentbrowser.contract

import io.agentbrowser.json.count
import io.agentbrowser.json.fields
import io.agentbrowser.json.flag
import io.agentbrowser.json.items
import io.agentbrowser.json.number
import io.agentbrowser.json.text
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/** The result of `snapshot`: [SnapshotTree], [SnapshotDelta], [SnapshotText] or [ErrorResult]. */
public sealed interface SnapshotResult : AgentResult

/** A snapshot that can be rendered. */
public sealed interface PageSnapshot : SnapshotResult {
    public val stats: SnapshotStats

    /** The element of each ref. */
    public val refs: Map<String, RefEntry>
}

/** The element of a ref, for a look-up without a walk of the tree. */
public data class RefEntry(
    val ref: String,
    val tag: String,
    val role: String,
    val name: String?,
    /**
     * Those among `href, src, type, name, value, placeholder, action, method, alt, title, aria-label, role`; live
     * values.
     */
    val attrs: Map<String, String>,
    /** XPath; steps into shadow roots and frames are joined by ` >>> `. Only with `paths`. */
    val path: String?,
)

/**
 * @property after the `after` that this snapshot was taken with
 * @property next the `after` of the next part
 */
public data class SnapshotStats(
    val nodesVisited: Int,
    val nodesEmitted: Int,
    val nodesHidden: Int,
    val interactive: Int,
    val truncated: Boolean,
    val truncateReasons: List<String>,
    val omitted: Omitted?,
    val after: String?,
    val next: String?,
    val jsTimeMs: Double,
)

/**
 * The whole page, or the scope.
 *
 * @property whole why this is the whole page although `since` was given: `unknown_revision`, `other_options` or
 *   `not_smaller`
 */
public class SnapshotTree internal constructor(
    override val meta: Meta,
    override val stats: SnapshotStats,
    override val refs: Map<String, RefEntry>,
    public val tree: SnapshotNode,
    public val whole: String?,
) : PageSnapshot

/** The changes since a revision. Nodes have no children unless they are new. */
public class SnapshotDelta internal constructor(
    override val meta: Meta,
    override val stats: SnapshotStats,
    override val refs: Map<String, RefEntry>,
    public val delta: Delta,
) : PageSnapshot

/**
 * @property unchanged nothing that a snapshot shows has changed
 * @property texts `changed`: nothing listed has changed, but texts that only a snapshot for reading shows were
 *   removed or reordered
 */
public class Delta internal constructor(
    public val since: Double,
    public val unchanged: Boolean,
    public val texts: String?,
    public val added: List<DeltaNode>,
    public val changed: List<DeltaNode>,
    public val removed: List<DeltaNode>,
)

/**
 * @property parent the nearest listed ancestor with a ref or a name
 * @property after for a node that was moved, or added between siblings of its role: the sibling that it now follows; its
 *   `ref` is `top` where the node is the first
 * @property was `changed`: the former values of the fields that differ
 */
public class DeltaNode internal constructor(
    public val parent: SnapshotNode?,
    public val node: SnapshotNode,
    public val was: SnapshotNode?,
    public val after: SnapshotNode? = null,
)

/** A snapshot rendered in the page (`format` other than json), so that the tree does not cross the bridge. */
public data class SnapshotText(
    override val meta: Meta,
    val stats: SnapshotStats,
    val format: String,
    val text: String,
    val truncated: Boolean,
    val truncateReasons: List<String>,
    val nodes: Int,
    /** The refs that the text shows, in its order. */
    val refs: List<String>,
    val omitted: Omitted?,
    /** The `after` of the rest, as the text names it; null where nothing is left. */
    val next: String? = null,
) : SnapshotResult

internal fun readSnapshot(json: JsonObject): SnapshotResult = json.readResult({ it }) { ok ->
    val tree = ok.fields("tree")
    val delta = ok.fields("delta")
    val text = ok.text("text")
    val stats = readStats(ok.fields("stats"))
    val refs by lazy(LazyThreadSafetyMode.NONE) { readRefs(ok.fields("refs")) }
    when {
        tree != null -> SnapshotTree(ok.readMeta(), stats, refs, readNode(tree), ok.text("whole"))
        delta != null -> SnapshotDelta(ok.readMeta(), stats, refs, readDelta(delta))
        text != null -> readText(ok, stats, text)
        else -> throw UnreadableResultException("A snapshot needs a tree, a delta or a text")
    }
}

private fun readText(json: JsonObject, stats: SnapshotStats, text: String) = SnapshotText(
    json.readMeta(),
    stats,
    json.text("format").orEmpty(),
    text,
    json.flag("truncated") == true,
    json.items("truncateReasons").strings(),
    json.count("nodes") ?: 0,
    json.items("refs").strings(),
    json.fields("omitted")?.let(Omitted::from),
    json.text("next"),
)

private fun readStats(json: JsonObject?): SnapshotStats = (json ?: JsonObject(emptyMap())).run {
    SnapshotStats(
        count("nodesVisited") ?: 0,
        count("nodesEmitted") ?: 0,
        count("nodesHidden") ?: 0,
        count("interactive") ?: 0,
        flag("truncated") == true,
        items("truncateReasons").strings(),
        fields("omitted")?.let(Omitted::from),
        text("after"),
        text("next"),
        number("jsTimeMs") ?: 0.0,
    )
}

private fun readRefs(json: JsonObject?): Map<String, RefEntry> = json.orEmpty().mapValues { (ref, entry) ->
    val fields = entry as? JsonObject ?: JsonObject(emptyMap())
    RefEntry(
        fields.text("ref") ?: ref,
        fields.text("tag").orEmpty(),
        fields.text("role").orEmpty(),
        fields.text("name"),
        fields.fields("attrs").orEmpty().mapValues { (_, value) -> (value as? JsonPrimitive)?.content.orEmpty() },
        fields.text("path"),
    )
}

private fun readDelta(json: JsonObject): Delta = Delta(
    json.number("since") ?: 0.0,
    json.flag("unchanged") == true,
    json.text("texts"),
    readEntries(json.items("added")),
    readEntries(json.items("changed")),
    readEntries(json.items("removed")),
)

private fun readEntries(list: JsonArray?): List<DeltaNode> = list.orEmpty().mapNotNull { entry ->
    val fields = entry as? JsonObject
    fields?.fields("node")?.let { node ->
        val (parent, was, after) = listOf("parent", "was", "after").map { fields.fields(it)?.let(::readNode) }
        DeltaNode(parent, readNode(node), was, after)
    }
}

private fun JsonArray?.strings(): List<String> = orEmpty().mapNotNull { (it as? JsonPrimitive)?.content }
