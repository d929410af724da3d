package io.agentbrowser.render

import io.agentbrowser.contract.SnapshotNode

/** Roles of containers that can't be acted on: their ref serves only as `scope` or to point at them. */
private val STRUCTURE = (
    "article banner blockquote complementary contentinfo definition figure form group list listitem main navigation " +
        "paragraph region row rowgroup search sectionfooter sectionheader table term"
    ).split(' ').toSet()

/** Those of them that tell nothing when they have no name and one child: the child can be printed without them. */
private val BOXES =
    setOf("article", "figure", "generic", "group", "list", "listitem", "paragraph", "sectionfooter", "sectionheader")

private fun hasStates(node: SnapshotNode): Boolean = attributesOf(node, "").isNotEmpty()

/** Whether the role and the states of a node tell nothing: a box in compact mode. */
internal fun isBox(node: SnapshotNode): Boolean = node.role in BOXES && !hasStates(node)

/** Whether a node is only a container. Its ref is worth printing only where none of its descendants prints one. */
internal fun isOnlyStructure(node: SnapshotNode): Boolean =
    node.role in STRUCTURE && node.hint.isNullOrEmpty() && node.more == null && !hasStates(node)

/**
 * For each node whether its ref is needless: it can't be acted on, and a descendant has a ref. A list item of text alone
 * keeps its ref; one with a link in it can be found by the link's ref.
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
