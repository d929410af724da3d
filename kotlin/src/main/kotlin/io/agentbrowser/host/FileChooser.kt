package io.agentbrowser.host

/**
 * Answers a page's file chooser (`WebChromeClient.onShowFileChooser`) with files that the app has prepared, as
 * `content:` or
 * `file:` URIs. Without any the chooser is cancelled, never left open: a page with an open chooser can open no other. For
 * contents from memory the action `upload` needs no chooser.
 */
public class FileChooser {
    private var ready: List<String> = emptyList()

    /** How many choosers pages have opened. */
    public var asked: Int = 0
        private set

    /** Prepares the files for the next chooser only. */
    public fun lay(vararg uris: String) {
        ready = uris.toList()
    }

    /** The files for a chooser; null cancels it. [multiple]: the page takes more than one file. */
    public fun answer(multiple: Boolean): List<String>? {
        asked++
        val files = ready
        ready = emptyList()
        return if (files.isEmpty()) null else if (multiple) files else files.take(1)
    }
}
