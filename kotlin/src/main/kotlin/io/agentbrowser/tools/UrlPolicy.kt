package io.agentbrowser.tools

import java.net.URI
import java.net.URISyntaxException

/** Whether a page may be opened. */
public sealed interface UrlVerdict {
    /** @property url as it is to be loaded: trimmed, with a scheme */
    public data class Allowed(val url: String) : UrlVerdict

    /** @property reason one sentence for a model */
    public data class Blocked(val reason: String) : UrlVerdict
}

/**
 * Which addresses a model may open: an allow list of schemes, and of hosts if there is one. The host app asks it for
 * `web_open` (the executor does) and for every navigation that a page starts (`shouldOverrideUrlLoading`).
 *
 * @property schemes lower case; `javascript`, `data`, `file`, `content`, `intent` and the like are never wise
 * @property hosts null: any. `example.com` stands for itself and all that is below it
 */
public class UrlPolicy(
    public val schemes: Set<String> = setOf("http", "https"),
    public val hosts: Set<String>? = null,
) {
    /** Judges [url]; one without a scheme is taken for https. */
    public fun judge(url: String): UrlVerdict {
        // Browsers drop these, so that `java\tscript:` is a scheme that they know.
        val clean = url.filterNot { it == '\t' || it == '\n' || it == '\r' }.trim { it <= ' ' }
        if (clean == "") return UrlVerdict.Blocked("The URL is empty.")
        if (clean == "about:blank") return UrlVerdict.Allowed(clean)
        val scheme = SCHEME.find(clean)?.groupValues?.get(1)?.lowercase()
        if (scheme == null || HOST_AND_PORT.containsMatchIn(clean)) return judgeHost("https://${clean.removePrefix("//")}")
        if (scheme !in schemes) {
            return UrlVerdict.Blocked("Only ${schemes.joinToString(", ")} can be opened, not $scheme.")
        }
        return judgeHost(clean)
    }

    private fun judgeHost(url: String): UrlVerdict {
        val host = try {
            // Backslashes and odd characters are read differently by browsers and by java.net: none are let through.
            URI(url.replace(PATH, "")).host
        } catch (_: URISyntaxException) {
            null
        } ?: return UrlVerdict.Blocked("This is no complete URL. Give one such as https://example.com/path.")
        val isAllowed = hosts == null || hosts.any { host.equals(it, true) || host.endsWith(".$it", true) }
        return if (isAllowed) UrlVerdict.Allowed(url)
        else UrlVerdict.Blocked("$host is not among the sites that may be opened: ${hosts.orEmpty().joinToString(", ")}.")
    }

    private companion object {
        val SCHEME = Regex("^([A-Za-z][A-Za-z0-9+.-]*):")

        /** `localhost:8080` has no scheme. */
        val HOST_AND_PORT = Regex("^[A-Za-z0-9.-]+:[0-9]+(?:[/?#]|$)")

        /** Path, query and fragment: the host alone is judged. */
        val PATH = Regex("(?<=[^:/])[/?#].*$", RegexOption.DOT_MATCHES_ALL)
    }
}
