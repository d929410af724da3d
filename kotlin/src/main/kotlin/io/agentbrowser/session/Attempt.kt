package io.agentbrowser.session

import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive

/**
 * What [work] of the host gives, or what [otherwise] makes of its exception. That the caller was cancelled passes through;
 * a `withTimeout` of the host's own is an exception like any other.
 */
internal suspend inline fun <T> attempt(otherwise: (Exception) -> T, work: () -> T): T = try {
    work()
} catch (reason: Exception) {
    currentCoroutineContext().ensureActive()
    otherwise(reason)
}

/** What an exception says. */
internal val Exception.words: String get() = message ?: toString()
