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

/** Where the demo page of the assets stands: an origin of the web, so that `file:` needs no permission. */
const val SAMPLE_ORIGIN = "https://sample.test"

/** Holds the allow list for whatever a page navigates to by itself, and serves the assets. */
class AgentWebViewClient(
    private val urls: UrlPolicy,
    private val assets: AssetManager,
    /** The page's process has died: its WebView can't be used any more. */
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
