package io.agentbrowser.sample

import android.net.Uri
import android.os.Message
import android.webkit.JsPromptResult
import android.webkit.JsResult
import android.webkit.ValueCallback
import android.webkit.WebChromeClient
import android.webkit.WebResourceRequest
import android.webkit.WebView
import android.webkit.WebViewClient
import io.agentbrowser.host.DialogKind
import io.agentbrowser.host.DialogPolicy
import io.agentbrowser.host.FileChooser

/** Answers a page's dialogs, file choosers and new windows at once, so that no call of a session waits for a person. */
class AgentWebChromeClient(
    private val dialogs: DialogPolicy,
    private val files: FileChooser,
    /** Called with the URL of a window that a page has tried to open; the app decides where to load it. */
    private val openWindow: (url: String) -> Unit,
) : WebChromeClient() {
    private fun answer(kind: DialogKind, message: String?, result: JsResult): Boolean {
        if (dialogs.answer(kind, message).accept) result.confirm() else result.cancel()
        return true
    }

    override fun onJsAlert(view: WebView?, url: String?, message: String?, result: JsResult) =
        answer(DialogKind.ALERT, message, result)

    override fun onJsConfirm(view: WebView?, url: String?, message: String?, result: JsResult) =
        answer(DialogKind.CONFIRM, message, result)

    override fun onJsBeforeUnload(view: WebView?, url: String?, message: String?, result: JsResult) =
        answer(DialogKind.BEFORE_UNLOAD, message, result)

    override fun onJsPrompt(
        view: WebView?,
        url: String?,
        message: String?,
        defaultValue: String?,
        result: JsPromptResult,
    ): Boolean {
        val answer = dialogs.answer(DialogKind.PROMPT, message, defaultValue)
        if (answer.accept) result.confirm(answer.text ?: defaultValue.orEmpty()) else result.cancel()
        return true
    }

    override fun onShowFileChooser(
        webView: WebView?,
        callback: ValueCallback<Array<Uri>>,
        params: FileChooserParams,
    ): Boolean {
        val chosen = files.answer(params.mode == FileChooserParams.MODE_OPEN_MULTIPLE)
        callback.onReceiveValue(chosen?.map(Uri::parse)?.toTypedArray())
        return true
    }

    /** Only a WebView gets to know the URL of a new window: this one is destroyed as soon as it has reported the URL. */
    override fun onCreateWindow(view: WebView, isDialog: Boolean, isUserGesture: Boolean, result: Message): Boolean {
        val window = WebView(view.context)
        window.webViewClient = object : WebViewClient() {
            override fun shouldOverrideUrlLoading(inner: WebView, request: WebResourceRequest): Boolean {
                openWindow(request.url.toString())
                inner.destroy()
                return true
            }
        }
        (result.obj as WebView.WebViewTransport).webView = window
        result.sendToTarget()
        return true
    }
}
