package io.agentbrowser.render

import io.agentbrowser.contract.PageSnapshot
import io.agentbrowser.contract.RenderOptions
import io.agentbrowser.contract.RenderResult
import io.agentbrowser.contract.SnapshotDelta
import io.agentbrowser.contract.SnapshotTree

/** What a rendering shows. */
private class Plan(val choice: Choice, val cuts: List<CutLine>, val reasons: List<String>, val headed: Boolean)

/** The header stays as long as it is no more than this part of the text. */
private const val HEAD_SHARE = 4

/** How much longer the lines about cuts may become when a little more is shown. */
private const val GROWTH = 20

/** What stands before and behind a text with this nonce. */
private fun edgesOf(nonce: String?): Pair<String, String> =
    if (nonce.isNullOrEmpty()) "" to "" else "[begin page content $nonce]\n" to "\n[end page content $nonce]"

private fun seedsOf(snapshot: PageSnapshot): List<Seed> = when (snapshot) {
    is SnapshotDelta -> deltaSeeds(snapshot.delta)
    is SnapshotTree -> snapshotSeeds(snapshot.tree)
}

/** Renders with options that are known to be right. */
internal fun render(snapshot: PageSnapshot, options: RenderOptions, format: Format): RenderResult =
    Rendering(snapshot, options, format).result()

private class Rendering(
    private val snapshot: PageSnapshot,
    private val options: RenderOptions,
    private val format: Format,
) {
    private val maxDepth = options.maxDepth
    private val comma = format.comma.length
    private val lines = writeItems(
        format.arrange(itemsOf(seedsOf(snapshot), options.compact, format)),
        format,
    )
    private val items get() = lines.items
    private val edges = edgesOf(options.boundary)

    /** Characters for all but the boundary. */
    private val limit = options.maxCharsTotal - edges.first.length - edges.second.length

    /** Nodes in all lines; a parent in a delta is only said for orientation. */
    private val nodes = items.sumOf { if (it.mark == Mark.PARENT) 0 else 1 + (it.joined?.size ?: 0) }

    /** Items that go in any case, for `maxNodes` or `maxDepth`. */
    private val forced = maxOf(items.count { isTooDeep(it, maxDepth) }, items.size - options.maxNodes, 0)

    private val facts = CutFacts(
        format,
        maxDepth,
        snapshot.stats.omitted,
        snapshot.stats.next,
        if (items.size > options.maxNodes) "maxNodes=${options.maxNodes * 2L}"
        else "maxCharsTotal=${options.maxCharsTotal * 2L}",
        canGoOn = snapshot !is SnapshotDelta,
    )

    fun result(): RenderResult {
        val plan = planWhole() ?: planCut()
        val choice = plan?.choice ?: Choice(IntArray(items.size), 1, 0)
        val account = account(lines, choice, format, snapshot.stats.omitted)
        val inner = if (plan == null) shortest() else textOf(plan, account.nodes)
        val reasons = plan?.reasons ?: reasonsOf(Choice(choice.order, Int.MAX_VALUE, 0))
        return RenderResult(
            text = if (inner == "") "" else edges.first + inner + edges.second,
            truncated = snapshot.stats.truncated || reasons.isNotEmpty(),
            truncateReasons = reasons,
            nodes = account.nodes,
            refs = account.refs,
            omitted = account.omitted,
        )
    }

    private fun headText(nodes: Int, headed: Boolean, reasons: List<String>): String =
        format.head(if (headed) headOf(snapshot, nodes, reasons) else null)

    /** Characters of everything with cut lines of [cuts] characters; the last line has no end. */
    private fun sizeWith(head: String, choice: Choice, cuts: Int): Int =
        lengthOrNone(head) + (if (format.foot == "") 0 else format.foot.length + 1) +
            sizeOf(lines, choice, maxDepth, comma) + cuts

    /** A text that is not there takes back a line end. */
    private fun lengthOrNone(text: String): Int = if (text == "") -1 else text.length

    /** Everything, if there is room for it, at worst without the header. */
    private fun planWhole(): Plan? {
        if (forced > 0) return null
        val choice = Choice(IntArray(items.size), 0, 0)
        val cuts = cutLines(lines, choice, CutRoom(lines = 1, chars = 120), facts)
        val reasons = inOrder(snapshot.stats.truncateReasons)
        val head = headText(nodes, true, reasons)
        val size = sizeWith(head, choice, sizeOfCuts(cuts, comma))
        if (size <= limit) return Plan(choice, cuts, reasons, headed = true)
        val withoutHead = size - head.length + lengthOrNone(headText(0, false, reasons))
        val isHeadTooMuch = head.length.toLong() * HEAD_SHARE > limit && withoutHead <= limit
        return if (isHeadTooMuch) Plan(choice, cuts, reasons, headed = false) else null
    }

    private fun reasonsOf(choice: Choice): List<String> {
        val reasons = snapshot.stats.truncateReasons.toMutableList()
        if (items.size > options.maxNodes) reasons.add("maxNodes")
        if (items.any { isTooDeep(it, maxDepth) }) reasons.add("maxDepth")
        if (choice.dropped > forced || choice.shortened > 0) reasons.add("maxCharsTotal")
        return inOrder(reasons)
    }

    /** As much as there is room for. Null: not even what stands around the lines has room. */
    private fun planCut(): Plan? {
        val order = givingUpOrder(items, maxDepth)
        val longest = headText(nodes, true, reasonsOf(Choice(order, Int.MAX_VALUE, 0)))
        val headed = longest.length.toLong() * HEAD_SHARE <= limit
        val head = if (headed) longest else headText(0, false, emptyList())
        val room = cutRoom(limit)
        val reserve = room.lines * (room.chars + 1 + comma)
        val first = leaving(order, head, reserve)
            ?: return leaving(order, head, 0)?.let { Plan(it, emptyList(), reasonsOf(it), headed) }
        val cuts = cutLines(lines, first, room, facts)
        // The cut lines often take less than was kept for them: once more with what they take.
        val taken = sizeOfCuts(cuts, comma) + GROWTH
        val second = if (taken < reserve) leaving(order, head, taken) else null
        val secondCuts = if (second == null) emptyList() else cutLines(lines, second, room, facts)
        return if (second != null && sizeOfCuts(secondCuts, comma) <= taken) {
            Plan(second, secondCuts, reasonsOf(second), headed)
        } else {
            Plan(first, cuts, reasonsOf(first), headed)
        }
    }

    /** The best choice that leaves so much room for cut lines. */
    private fun leaving(order: IntArray, head: String, reserve: Int): Choice? {
        val passes = { choice: Choice -> sizeWith(head, choice, reserve) <= limit }
        return choose(order, forced, passes).takeIf(passes)
    }

    /** The shortest text there is where nothing has room. */
    private fun shortest(): String =
        if (format.empty.length <= limit) format.empty else if (limit > 0) "0" else ""

    private fun textOf(plan: Plan, nodes: Int): String {
        val composed = composeLines(lines, plan.choice, plan.cuts, format.comma, maxDepth)
        val all = listOf(headText(nodes, plan.headed, plan.reasons)) + composed + format.foot
        return all.filter { it != "" }.joinToString("\n").removePrefix("\n")
    }
}
