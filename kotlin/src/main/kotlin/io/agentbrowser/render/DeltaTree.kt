package io.agentbrowser.render

import io.agentbrowser.contract.Delta
import io.agentbrowser.contract.DeltaNode
import io.agentbrowser.contract.SnapshotNode
import kotlinx.serialization.json.JsonPrimitive

/** The change of a node in a delta; in a snapshot every node is [LISTED]. */
internal enum class Mark(val wireName: String) {
    LISTED("listed"),
    ADDED("added"),
    CHANGED("changed"),
    REMOVED("removed"),
    PARENT("parent"),
}

/**
 * What a delta reports of a node. [was] has the former values of changed fields; [after] is the sibling that it now
 * follows.
 */
internal class Entry(val mark: Mark, val was: SnapshotNode? = null, val after: SnapshotNode? = null)

/** A delta as a tree, and the change of each node in it. */
internal class DeltaTree(val tree: SnapshotNode, val entries: Map<SnapshotNode, Entry>)

/** A key by which changes with the same parent are recognised. */
private fun placeOf(parent: SnapshotNode): String =
    if (parent.ref.isNullOrEmpty()) "${parent.role} ${parent.name.orEmpty()}" else parent.ref

/** A delta as a tree: the changes of one parent together below it, added, then changed, then removed. */
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
            val node = SnapshotNode(entry.node.json, entry.node.children)
            entries[node] = Entry(mark, entry.was, entry.after)
            (entry.parent?.let(::placeFor) ?: top).add(node)
        }
    }
    add(Mark.ADDED, delta.added)
    add(Mark.CHANGED, delta.changed)
    add(Mark.REMOVED, delta.removed)
    return DeltaTree(SnapshotNode(mapOf("role" to JsonPrimitive("document")), top), entries)
}
