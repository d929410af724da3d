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

// The file to copy: all that an AgentSession needs of a WebView.
//     val session = AgentSession(webView::evaluate)

/** The UI thread, without AndroidX. Those who have kotlinx-coroutines-android take Dispatchers.Main instead. */
object UiThread : CoroutineDispatcher() {
    private val handler = Handler(Looper.getMainLooper())

    override fun dispatch(context: CoroutineContext, block: Runnable) {
        handler.post(block)
    }
}

/**
 * Evaluates an expression in the page that is there and gives its value JSON-encoded, as Android does: a string arrives as
 * a JSON string, a script that threw as `null`. May be called from any thread. A page that hangs never answers: the
 * session's own timeout cancels this.
 */
suspend fun WebView.evaluate(expression: String): String? = withContext(UiThread) {
    // Without Android's focus the document has none either, and what a page does on focus is left out.
    if (!hasFocus()) requestFocus()
    suspendCancellableCoroutine { continuation ->
        evaluateJavascript(expression) { value -> if (continuation.isActive) continuation.resume(value) }
    }
}

/**
 * A trusted tap for pages that ask for `event.isTrusted`: at the `point` of an action's result (CSS px of the viewport).
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
