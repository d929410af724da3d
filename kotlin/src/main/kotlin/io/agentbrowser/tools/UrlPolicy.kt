package io.agentbrowser.tools

import java.net.URI
import java.net.URISyntaxException

/** Whether a URL may be opened. */
public sealed interface UrlVerdict {
    /** @property url the URL to load: trimmed, with a scheme */
    public data class Allowed(val url: String) : UrlVerdict

    /** @property reason the reason as a sentence for a model */
    public data class Blocked(val reason: String) : UrlVerdict
}

/**
 * The URLs that a model may open: an allow list of schemes, and of hosts if one is given. The executor checks
 * `web_open` and
 * new tabs; the app has to check every navigation that a page starts (`shouldOverrideUrlLoading`).
 *
 * @property schemes in lower case; `javascript`, `data`, `file`, `content` and `intent` are a risk
 * @property hosts null: any. `example.com` includes its subdomains
 */
public class UrlPolicy(
    public val schemes: Set<String> = setOf("http", "https"),
    public val hosts: Set<String>? = null,
) {
    /** Checks [url]; one without a scheme gets https. */
    public fun judge(url: String): UrlVerdict {
        // Browsers drop these characters, so that `java\tscript:` is `javascript:` to them.
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
            // Browsers and java.net parse backslashes and some other characters differently: java.net rejects them here.
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

        /** Matches `localhost:8080`, whose `localhost:` is no scheme. */
        val HOST_AND_PORT = Regex("^[A-Za-z0-9.-]+:[0-9]+(?:[/?#]|$)")

        /** Path, query and fragment, which are removed, since only the host is checked. */
        val PATH = Regex("(?<=[^:/])[/?#].*$", RegexOption.DOT_MATCHES_ALL)
    }
}
