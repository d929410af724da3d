package io.agentbrowser.sample

import android.annotation.SuppressLint
import android.content.Context
import android.graphics.Bitmap
import android.graphics.Canvas
import android.webkit.WebView
import io.agentbrowser.host.DialogPolicy
import io.agentbrowser.host.FileChooser
import io.agentbrowser.tools.Picture
import io.agentbrowser.tools.ToolHost
import io.agentbrowser.tools.UrlPolicy
import io.agentbrowser.tools.UrlVerdict
import java.io.ByteArrayOutputStream
import kotlinx.coroutines.withContext

/** A WebView that an agent works in, set up so that a page's dialogs, file choosers and new windows are answered. */
@SuppressLint("SetJavaScriptEnabled")
class AgentWebView(context: Context, private val onClose: () -> Unit, onGone: () -> Unit) : ToolHost {
    val urls = UrlPolicy()
    val dialogs = DialogPolicy()
    val files = FileChooser()
    val view = WebView(context)

    init {
        view.settings.run {
            javaScriptEnabled = true
            domStorageEnabled = true
            setSupportMultipleWindows(true)
            // A page in a WebView must not reach the app's own files.
            allowFileAccess = false
            allowContentAccess = false
        }
        view.isFocusableInTouchMode = true
        view.webViewClient = AgentWebViewClient(urls, context.assets, onGone)
        view.webChromeClient = AgentWebChromeClient(dialogs, files, ::openWindow)
        injectAtDocumentStart(view)
    }

    /** The app has only one tab: the URL of a new window is loaded in it, if the URL policy allows that. */
    private fun openWindow(url: String) {
        val verdict = urls.judge(url)
        if (verdict is UrlVerdict.Allowed) view.loadUrl(verdict.url)
    }

    override suspend fun open(url: String) = withContext(UiThread) { view.loadUrl(url) }

    override suspend fun screenshot(): Picture? = withContext(UiThread) {
        if (view.width == 0 || view.height == 0) return@withContext null
        val bitmap = Bitmap.createBitmap(view.width, view.height, Bitmap.Config.ARGB_8888)
        view.draw(Canvas(bitmap))
        val bytes = ByteArrayOutputStream()
        bitmap.compress(Bitmap.CompressFormat.JPEG, JPEG_QUALITY, bytes)
        bitmap.recycle()
        Picture(bytes.toByteArray(), "image/jpeg")
    }

    override suspend fun close() = withContext(UiThread) { onClose() }

    private companion object {
        const val JPEG_QUALITY = 80
    }
}
