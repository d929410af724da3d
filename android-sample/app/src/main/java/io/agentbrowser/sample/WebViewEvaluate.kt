package io.agentbrowser.sample

import android.os.Handler
import android.os.Looper
import android.os.SystemClock
import android.view.MotionEvent
import android.webkit.WebView
import io.agentbrowser.contract.Point
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.resume
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Runnable
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.withContext

// The file to copy into an app: all that an AgentSession needs of a WebView.
//     val session = AgentSession(webView::evaluate)

/** The UI thread, without AndroidX. An app with kotlinx-coroutines-android uses Dispatchers.Main instead. */
object UiThread : CoroutineDispatcher() {
    private val handler = Handler(Looper.getMainLooper())

    override fun dispatch(context: CoroutineContext, block: Runnable) {
        handler.post(block)
    }
}

/**
 * Evaluates an expression in the current page and returns its value JSON-encoded, as Android does: a string as a JSON
 * string, that of a script that threw as `null`. May be called from any thread. A page that hangs never answers: the
 * session's own timeout cancels this.
 */
suspend fun WebView.evaluate(expression: String): String? = withContext(UiThread) {
    // Without Android's focus the document has no focus either, and the page gets no focus events.
    if (!hasFocus()) requestFocus()
    suspendCancellableCoroutine { continuation ->
        evaluateJavascript(expression) { value -> if (continuation.isActive) continuation.resume(value) }
    }
}

/**
 * A trusted tap for pages that check `event.isTrusted`: at the `point` of an action's result (CSS px of the viewport).
 * The page must not be zoomed. Call it on the UI thread.
 */
fun WebView.tap(point: Point) {
    val density = resources.displayMetrics.density
    val x = (point.x * density).toFloat()
    val y = (point.y * density).toFloat()
    val down = SystemClock.uptimeMillis()
    for ((action, time) in listOf(MotionEvent.ACTION_DOWN to down, MotionEvent.ACTION_UP to down + TAP_MS)) {
        val event = MotionEvent.obtain(down, time, action, x, y, 0)
        dispatchTouchEvent(event)
        event.recycle()
    }
}

private const val TAP_MS = 50L
