package io.agentbrowser.tools

import io.agentbrowser.contract.FilePayload

/** What a tool needs from the app besides the page itself. Called on the executor's dispatcher. */
public interface ToolHost {
    /** Loads a URL that the policy allows (`webView.loadUrl`); need not wait for it. */
    public suspend fun open(url: String)

    /** A picture of what is seen, null if the app gives none. */
    public suspend fun screenshot(): Picture? = null

    /** Evaluates a model's own expression for `web_eval`; null if the app does not want that. */
    public suspend fun evaluate(expression: String): String? = null

    /** A file that `web_upload` names; null where the app has none for it. Default: none. */
    public suspend fun file(path: String): FilePayload? = null

    /**
     * Answers the page's dialogs like this from now on ([io.agentbrowser.host.DialogPolicy]); false: the app has no say, and
     * the script in the page answers them as long as the page is there.
     */
    public suspend fun answerDialogs(accept: Boolean, text: String?): Boolean = false

    /** The tabs of the app; empty where it has but one page. */
    public suspend fun tabs(): List<HostTab> = emptyList()

    /** Opens a URL that the policy allows in a tab of its own, which is the current one then. Only where there are [tabs]. */
    public suspend fun openTab(url: String) {}

    /** Makes one of the [tabs] the current one: what the session evaluates goes there. */
    public suspend fun selectTab(id: Int) {}

    /** Closes one of the [tabs]; if it is the current one, another is current then. */
    public suspend fun closeTab(id: Int) {}

    /** The task is done. */
    public suspend fun close() {}
}

/** @property id never another tab's, also once this one is closed */
public class HostTab(public val id: Int, public val title: String, public val url: String, public val isCurrent: Boolean)

/** @property mimeType `image/png`, `image/jpeg` or `image/webp` */
public class Picture(public val bytes: ByteArray, public val mimeType: String)

/**
 * The answer to a tool call.
 *
 * @property text for the model, within the budget
 * @property isError the call did not do what it should have; [text] says why and what to do next
 * @property picture of `web_screenshot`
 */
public class ToolAnswer(public val text: String, public val isError: Boolean, public val picture: Picture? = null)
