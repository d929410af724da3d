package io.agentbrowser.sample

import android.webkit.WebView
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import io.agentbrowser.AgentBrowser

/**
 * Puts the script into every page before its own scripts run, in all frames, where this device's WebView can do that: then
 * a page can't have changed what the script works with. False: the session does it when the script is first needed.
 */
fun injectAtDocumentStart(view: WebView): Boolean {
    if (!WebViewFeature.isFeatureSupported(WebViewFeature.DOCUMENT_START_SCRIPT)) return false
    WebViewCompat.addDocumentStartJavaScript(view, AgentBrowser.getScript(), setOf("*"))
    return true
}
