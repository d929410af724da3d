package io.agentbrowser.docs

import android.app.Activity
import android.os.Bundle
import android.webkit.WebView
import io.agentbrowser.contract.ActionKind
import io.agentbrowser.sample.UiThread
import io.agentbrowser.sample.evaluate
import io.agentbrowser.session.AgentSession
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.launch

// The first example of docs/android.md, compiled so that it stays right.

class MainActivity : Activity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        val web = WebView(this).apply { settings.javaScriptEnabled = true }
        setContentView(web)
        val session = AgentSession(web::evaluate)
        CoroutineScope(UiThread).launch {
            val page = session.open { web.loadUrl("https://example.com") }
            println(page.text)                              // what the model reads
            val step = session.act(page.refs.first(), ActionKind.CLICK)
            println(step.text)                              // what happened, and what changed
        }
    }
}
