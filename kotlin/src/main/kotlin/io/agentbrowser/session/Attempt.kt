package io.agentbrowser.session

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive

/**
 * What [work] of the host gives, or what [otherwise] makes of its exception. Cancellation passes through; that a
 * `withTimeout` of the host's own has ended is an exception like any other.
 */
internal suspend inline fun <T> attempt(otherwise: (Exception) -> T, work: () -> T): T = try {
    work()
} catch (reason: Exception) {
    if (reason is CancellationException && reason !is TimeoutCancellationException) throw reason
    currentCoroutineContext().ensureActive()
    otherwise(reason)
}

/** What an exception says. */
internal val Exception.words: String get() = message ?: toString()
