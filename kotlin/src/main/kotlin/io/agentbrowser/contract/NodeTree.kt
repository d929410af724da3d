package io.agentbrowser.contract

import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject

private class Unfinished(val json: JsonObject, val parent: Unfinished?) {
    val children = ArrayList<SnapshotNode>()
}

/** Reads a tree of nodes, without recursion, since a page may be thousands of levels deep. */
internal fun readNode(json: JsonObject): SnapshotNode {
    val listed = ArrayList<Unfinished>()
    val stack = arrayListOf(Unfinished(json, null))
    while (stack.isNotEmpty()) {
        val node = stack.removeAt(stack.size - 1)
        listed.add(node)
        (node.json["children"] as? JsonArray)?.forEach { if (it is JsonObject) stack.add(Unfinished(it, node)) }
    }
    // Children come after their parents in `listed`, the last one first: backwards each child is read before its
    // parent, in order.
    for (i in listed.indices.reversed()) {
        val node = listed[i]
        val made = SnapshotNode(fieldsOf(node.json), node.children)
        (node.parent ?: return made).children.add(made)
    }
    error("A tree has a root")
}

private fun fieldsOf(json: JsonObject): Map<String, JsonElement> =
    if ("children" in json) json.filterKeys { it != "children" } else json
