package io.agentbrowser.sample

import android.webkit.WebView

/** Returns false: without androidx.webkit the session injects the script when it is first needed. */
fun injectAtDocumentStart(@Suppress("UNUSED_PARAMETER") view: WebView): Boolean = false
