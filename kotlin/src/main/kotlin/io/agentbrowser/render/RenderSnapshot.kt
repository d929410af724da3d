package io.agentbrowser.render

import io.agentbrowser.contract.PageSnapshot
import io.agentbrowser.contract.RenderOptions
import io.agentbrowser.contract.RenderResult
import io.agentbrowser.contract.SnapshotDelta
import io.agentbrowser.contract.Format as FormatName

private fun formatOf(name: FormatName): Format = when (name) {
    FormatName.TREE -> TreeFormat
    FormatName.HTML -> HtmlFormat
    FormatName.INDEXED -> IndexedFormat
    FormatName.OUTLINE -> OutlineFormat
    FormatName.YAML -> YamlFormat
    FormatName.MARKDOWN -> MarkdownFormat
    FormatName.JSON -> JsonFormat
}

/**
 * A snapshot as text for a language model: one node a line, never longer than `maxCharsTotal` UTF-16 code units,
 * never cut inside a line, with a line about everything that is left out. A delta has one grammar in all formats but
 * `json`. Pure; byte for byte the text that `renderSnapshot` of the npm package returns.
 */
public fun renderSnapshot(snapshot: PageSnapshot, options: RenderOptions = RenderOptions()): RenderResult {
    val isWords = snapshot is SnapshotDelta && options.format != FormatName.JSON
    return render(snapshot, options, if (isWords) DeltaFormat else formatOf(options.format))
}

/** Only the text of [renderSnapshot]. */
public fun renderSnapshotText(snapshot: PageSnapshot, options: RenderOptions = RenderOptions()): String =
    renderSnapshot(snapshot, options).text
