package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode

/** Content that holds other content. Nothing is done with it: a ref is there to ask for it or to point at it. */
private val STRUCTURE = (
    "article banner blockquote complementary contentinfo definition figure form group list listitem main navigation " +
        "paragraph region row rowgroup search sectionfooter sectionheader table term"
    ).split(' ').toSet()

/** Of these, what around a single thing says no more than that: without a name, it can be told without them. */
private val BOXES =
    setOf("article", "figure", "generic", "group", "list", "listitem", "paragraph", "sectionfooter", "sectionheader")

private fun hasStates(node: SnapshotNode): Boolean = attributesOf(node, "").isNotEmpty()

/** Says nothing by its role and its states. */
internal fun isBox(node: SnapshotNode): Boolean = node.role in BOXES && !hasStates(node)

/** Its ref is worth printing only where nothing in it prints one. */
internal fun isOnlyStructure(node: SnapshotNode): Boolean =
    node.role in STRUCTURE && node.hint.isNullOrEmpty() && node.more == null && !hasStates(node)

/**
 * For each node whether its ref goes without saying: nothing can be done with it, and what can be done in it has a ref.
 * An item of a list that is text keeps its ref, one with a link in it is found by that.
 */
internal fun needlessRefs(chain: Chain, isPrinted: (SnapshotNode) -> Boolean): BooleanArray {
    val needless = BooleanArray(chain.nodes.size)
    val holdsRef = BooleanArray(chain.nodes.size)
    for (i in chain.nodes.lastIndex downTo 1) {
        val node = chain.nodes[i]
        val hasRef = !node.ref.isNullOrEmpty()
        needless[i] = holdsRef[i] && hasRef && isOnlyStructure(node)
        if (holdsRef[i] || (hasRef && isPrinted(node))) holdsRef[chain.parents[i]] = true
    }
    return needless
}
