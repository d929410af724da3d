package io.agentbrowser.sample

import android.content.res.AssetManager
import android.webkit.RenderProcessGoneDetail
import android.webkit.WebResourceRequest
import android.webkit.WebResourceResponse
import android.webkit.WebView
import android.webkit.WebViewClient
import io.agentbrowser.tools.UrlPolicy
import io.agentbrowser.tools.UrlVerdict
import java.io.IOException

/** The origin that the demo page of the assets is served at: with an https origin, no access to `file:` is needed. */
const val SAMPLE_ORIGIN = "https://sample.test"

/** Checks the navigations that a page starts itself against the URL policy, and serves the assets. */
class AgentWebViewClient(
    private val urls: UrlPolicy,
    private val assets: AssetManager,
    /** Called when the page's process has died: its WebView can't be used any more. */
    private val onGone: () -> Unit,
) : WebViewClient() {
    override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean =
        urls.judge(request.url.toString()) is UrlVerdict.Blocked

    override fun shouldInterceptRequest(view: WebView, request: WebResourceRequest): WebResourceResponse? {
        val path = request.url.toString().takeIf { it.startsWith("$SAMPLE_ORIGIN/") } ?: return null
        val name = path.removePrefix("$SAMPLE_ORIGIN/").substringBefore('?').substringBefore('#')
        return try {
            WebResourceResponse("text/html", "UTF-8", assets.open(name))
        } catch (_: IOException) {
            WebResourceResponse("text/plain", "UTF-8", NOT_FOUND, "Not found", emptyMap(), null)
        }
    }

    override fun onRenderProcessGone(view: WebView, detail: RenderProcessGoneDetail): Boolean {
        onGone()
        return true
    }

    private companion object {
        const val NOT_FOUND = 404
    }
}
