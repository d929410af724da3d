package io.agentbrowser.session

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive

/**
 * The value of the host's [work], or what [otherwise] returns for its exception. Cancellation passes through; the timeout
 * of a `withTimeout` of the host's own is an exception like any other.
 */
internal suspend inline fun <T> attempt(otherwise: (Exception) -> T, work: () -> T): T = try {
    work()
} catch (reason: Exception) {
    if (reason is CancellationException && reason !is TimeoutCancellationException) throw reason
    currentCoroutineContext().ensureActive()
    otherwise(reason)
}

/** The message of an exception. */
internal val Exception.words: String get() = message ?: toString()
