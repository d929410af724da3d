package io.agentbrowser.render

import io.agentbrowser.contract.Delta
import io.agentbrowser.contract.DeltaNode
import io.agentbrowser.contract.SnapshotNode
import kotlinx.serialization.json.JsonPrimitive

/** What a delta says of a node; in a snapshot every node is listed. */
internal enum class Mark(val wireName: String) {
    LISTED("listed"),
    ADDED("added"),
    CHANGED("changed"),
    REMOVED("removed"),
    PARENT("parent"),
}

/** [after] is the sibling behind which it stands now. */
internal class Entry(val mark: Mark, val was: SnapshotNode? = null, val after: SnapshotNode? = null)

/** A delta as a tree, and what it says of the nodes in it. */
internal class DeltaTree(val tree: SnapshotNode, val entries: Map<SnapshotNode, Entry>)

/** What the two sides of a delta share: enough to see that they stand in the same place. */
private fun placeOf(parent: SnapshotNode): String =
    if (parent.ref.isNullOrEmpty()) "${parent.role} ${parent.name.orEmpty()}" else parent.ref

/** A delta as a tree: those of one place together below their parent, added, then changed, then removed. */
internal fun deltaTree(delta: Delta): DeltaTree {
    val top = ArrayList<SnapshotNode>()
    val entries = HashMap<SnapshotNode, Entry>()
    val places = HashMap<String, MutableList<SnapshotNode>>()
    fun placeFor(parent: SnapshotNode): MutableList<SnapshotNode> = places.getOrPut(placeOf(parent)) {
        ArrayList<SnapshotNode>().also { group ->
            val place = contextNode(parent, group)
            entries[place] = Entry(Mark.PARENT)
            top.add(place)
        }
    }
    fun add(mark: Mark, list: List<DeltaNode>) {
        for (entry in list) {
            val one = SnapshotNode(entry.node.json, entry.node.children)
            entries[one] = Entry(mark, entry.was, entry.after)
            (entry.parent?.let(::placeFor) ?: top).add(one)
        }
    }
    add(Mark.ADDED, delta.added)
    add(Mark.CHANGED, delta.changed)
    add(Mark.REMOVED, delta.removed)
    return DeltaTree(SnapshotNode(mapOf("role" to JsonPrimitive("document")), top), entries)
}
