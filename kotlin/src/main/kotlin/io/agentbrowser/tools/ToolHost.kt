package io.agentbrowser.tools

/** What a tool needs from the app besides the page itself. Called on the executor's dispatcher. */
public interface ToolHost {
    /** Loads a URL that the policy allows (`webView.loadUrl`); need not wait for it. */
    public suspend fun open(url: String)

    /** A picture of what is seen, null if the app gives none. */
    public suspend fun screenshot(): Picture? = null

    /** Evaluates a model's own expression for `web_eval`; null if the app does not want that. */
    public suspend fun evaluate(expression: String): String? = null

    /** The task is done. */
    public suspend fun close() {}
}

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
