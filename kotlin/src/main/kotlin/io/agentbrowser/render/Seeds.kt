package io.agentbrowser.render

import io.agentbrowser.contract.Delta
import io.agentbrowser.contract.DeltaNode
import io.agentbrowser.contract.SnapshotNode

/** What the two sides of a delta share: enough to see that they stand in the same place. */
private fun placeOf(parent: SnapshotNode): String =
    if (parent.ref.isNullOrEmpty()) "${parent.role} ${parent.name.orEmpty()}" else parent.ref

/** The nodes of a snapshot: the document itself is the header. */
internal fun snapshotSeeds(root: SnapshotNode): List<Seed> =
    if (root.role == "document" && root.ref.isNullOrEmpty()) root.children.map { Seed(it, Mark.LISTED) }
    else listOf(Seed(root, Mark.LISTED))

/** The nodes of a delta, those of one place together below their parent: added, then changed, then removed. */
internal fun deltaSeeds(delta: Delta): List<Seed> {
    val seeds = ArrayList<Seed>()
    val places = HashMap<String, MutableList<Seed>>()
    fun placeFor(parent: SnapshotNode): MutableList<Seed> = places.getOrPut(placeOf(parent)) {
        ArrayList<Seed>().also { seeds.add(Seed(parent, Mark.PARENT, below = it)) }
    }
    fun add(mark: Mark, entries: List<DeltaNode>) {
        for (entry in entries) (entry.parent?.let(::placeFor) ?: seeds).add(Seed(entry.node, mark, entry.was))
    }
    add(Mark.ADDED, delta.added)
    add(Mark.CHANGED, delta.changed)
    add(Mark.REMOVED, delta.removed)
    return seeds
}
