package io.agentbrowser.tools

import io.agentbrowser.contract.FilePayload

/** What tools need from the app besides the page. Called on the dispatcher of the executor's caller. */
public interface ToolHost {
    /** Loads a URL that the policy allows (`webView.loadUrl`); need not wait until it has loaded. */
    public suspend fun open(url: String)

    /** A screenshot of the viewport; null if the app gives none. */
    public suspend fun screenshot(): Picture? = null

    /** Evaluates a model's expression for `web_eval`; null if the app does not allow that. */
    public suspend fun evaluate(expression: String): String? = null

    /** The file of a path that `web_upload` names; null where the app has none. Default: no files. */
    public suspend fun file(path: String): FilePayload? = null

    /**
     * Answers the dialogs of all pages like this from now on ([io.agentbrowser.host.DialogPolicy]). Returns false if
     * the app
     * can't: then the script answers those of the current page.
     */
    public suspend fun answerDialogs(accept: Boolean, text: String?): Boolean = false

    /** The tabs of the app; empty where it has only one page. */
    public suspend fun tabs(): List<HostTab> = emptyList()

    /**
     * Opens a URL that the policy allows in a new tab, which becomes the current one. Only called where there are
     * [tabs].
     */
    public suspend fun openTab(url: String) {}

    /** Makes one of the [tabs] the current one: the session's expressions are evaluated in it from then on. */
    public suspend fun selectTab(id: Int) {}

    /** Closes one of the [tabs]; if it is the current one, another one becomes current. */
    public suspend fun closeTab(id: Int) {}

    /** Called when the task is done. */
    public suspend fun close() {}
}

/** @property id is never reused for another tab, even after this one is closed */
public class HostTab(public val id: Int, public val title: String, public val url: String, public val isCurrent: Boolean)

/** @property mimeType `image/png`, `image/jpeg` or `image/webp` */
public class Picture(public val bytes: ByteArray, public val mimeType: String)

/**
 * The answer to a tool call.
 *
 * @property text the text for the model, within the budget
 * @property isError the call failed; [text] tells why and what to do next
 * @property picture the image of `web_screenshot`
 */
public class ToolAnswer(public val text: String, public val isError: Boolean, public val picture: Picture? = null)
