package io.agentbrowser.sample

import android.webkit.WebView
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import io.agentbrowser.AgentBrowser

/**
 * Injects the script into every page before its own scripts run, in all frames, where this device's WebView supports that:
 * then a page can't have replaced the built-ins that the script uses. Returns false where it does not: the session injects
 * the script when it is first needed.
 */
fun injectAtDocumentStart(view: WebView): Boolean {
    if (!WebViewFeature.isFeatureSupported(WebViewFeature.DOCUMENT_START_SCRIPT)) return false
    WebViewCompat.addDocumentStartJavaScript(view, AgentBrowser.getScript(), setOf("*"))
    return true
}
