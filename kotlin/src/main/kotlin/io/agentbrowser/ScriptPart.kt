package io.agentbrowser

/** A part of the script: a file of its own beside `agent-browser.js`, evaluated after it when a call needs it. */
public enum class ScriptPart {
    /** Snapshots and actions in frames of other origins, with a channel key. */
    CHANNEL,

    /** Records the console, requests, listeners and closed shadow roots; answers dialogs and requests. */
    HOOKS,

    /** Chooses in listboxes, calendars and sliders that pages draw themselves, in one call. */
    WIDGETS,

    /** Renders `html`, `indexed`, `outline` and `yaml` in the page. */
    FORMATS,

    /**
     * Provides `document.modelContext`, with which pages offer tools, and reads forms as tools. It works without the
     * script:
     * injected at document start, in every frame, it is there before the page's own scripts.
     */
    MODEL_CONTEXT,
    ;

    /** The file, as the error `part_missing` names it: [io.agentbrowser.contract.ErrorInfo.file]. */
    public val file: String get() = "parts/${name.lowercase().replace('_', '-')}.js"

    internal companion object {
        fun ofFile(file: String?): ScriptPart? = entries.find { it.file == file }
    }
}
