package io.agentbrowser.host

/**
 * Answers a page's file chooser (`WebChromeClient.onShowFileChooser`) with files that the app has laid ready: addresses of
 * `content:` or `file:` as strings. Where nothing is ready the chooser is cancelled, never left open: a page with an open
 * chooser takes no other. For contents from memory the action `upload` needs no chooser.
 */
public class FileChooser {
    private var ready: List<String> = emptyList()

    /** How often a page has asked. */
    public var asked: Int = 0
        private set

    /** The next chooser gets these; once. */
    public fun lay(vararg uris: String) {
        ready = uris.toList()
    }

    /** What to answer: null cancels. [multiple]: the page takes more than one file. */
    public fun answer(multiple: Boolean): List<String>? {
        asked++
        val files = ready
        ready = emptyList()
        return if (files.isEmpty()) null else if (multiple) files else files.take(1)
    }
}
