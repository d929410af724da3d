package io.agentbrowser.sample

import android.webkit.WebView

/** Without androidx.webkit the session puts the script in when it is first needed; false says so. */
fun injectAtDocumentStart(@Suppress("UNUSED_PARAMETER") view: WebView): Boolean = false
