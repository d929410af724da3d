package io.agentbrowser

/** What the script loads when it is needed: a file of its own beside `agent-browser.js`, which is evaluated after it. */
public enum class ScriptPart {
    /** Frames of other origins, with a channel key. */
    CHANNEL,

    /** The console, requests, dialogs, listeners and closed shadow roots, recorded or answered. */
    HOOKS,

    /** Choosing in lists, calendars and sliders that pages draw themselves, in one call. */
    WIDGETS,

    /** `html`, `indexed`, `outline` and `yaml`, written in the page. */
    FORMATS,

    /**
     * `document.modelContext` for pages to offer tools with, and forms as tools. It stands alone: put at document start, in
     * every frame, it is there before the page's own scripts.
     */
    MODEL_CONTEXT,
    ;

    /** As `part_missing` names it: [io.agentbrowser.contract.ErrorInfo.file]. */
    public val file: String get() = "parts/${name.lowercase().replace('_', '-')}.js"

    internal companion object {
        fun ofFile(file: String?): ScriptPart? = entries.find { it.file == file }
    }
}
