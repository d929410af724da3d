package io.agentbrowser.session

import io.agentbrowser.contract.ActionOk
import io.agentbrowser.contract.Effect
import io.agentbrowser.contract.ElementLabel
import io.agentbrowser.contract.ErrorInfo
import io.agentbrowser.contract.PageCallTool
import io.agentbrowser.contract.PageCookies
import io.agentbrowser.contract.PageExtract
import io.agentbrowser.contract.PageFind
import io.agentbrowser.contract.PageHighlight
import io.agentbrowser.contract.PageHooks
import io.agentbrowser.contract.PageInfo
import io.agentbrowser.contract.PageInput
import io.agentbrowser.contract.PageNavigation
import io.agentbrowser.contract.PageOther
import io.agentbrowser.contract.PageRelease
import io.agentbrowser.contract.PageResult
import io.agentbrowser.contract.PageScroll
import io.agentbrowser.contract.PageSearch
import io.agentbrowser.contract.PageStorage
import io.agentbrowser.contract.PageTool
import io.agentbrowser.contract.PageTools
import io.agentbrowser.contract.PageWait
import io.agentbrowser.contract.QueryOk
import io.agentbrowser.contract.ScrollState
import io.agentbrowser.render.REF_MARKER
import io.agentbrowser.render.decimal
import io.agentbrowser.render.quote
import io.agentbrowser.render.say
import io.agentbrowser.render.token
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject

/** Most characters of one detail. */
private const val DETAIL = 200

/** Most characters of an error's message. */
private const val MESSAGE = 1_000

/** Most entries of a list in an error. */
private const val ENTRIES = 25

/** Page text in quotes, cut to [DETAIL] characters: it can't be taken for anything else. */
internal fun quoted(text: String): String = quote(say(text, DETAIL), REF_MARKER)

/** The target of a call: a ref as it is, a locator quoted. */
internal fun targetWords(target: String): String =
    if (target != "" && token(target) == target) target else quoted(target)

/** `button "Accept" [ref=kd4]` */
internal fun labelWords(label: ElementLabel): String =
    token(label.role).takeUnless { it == "generic" }.orEmpty().ifEmpty { "element" } +
        (label.name?.takeIf { it != "" }?.let { " ${quoted(it)}" } ?: "") +
        (label.ref?.let { " [ref=${token(it)}]" } ?: "")

private fun list(words: List<String>): String =
    words.take(ENTRIES).joinToString(", ") + if (words.size > ENTRIES) ", ... ${words.size - ENTRIES} more" else ""

/**
 * An error as text for a model. Its message names the blocker, the candidates and the options already, with refs; the value
 * of the field (`observed`) is added where the message does not contain it.
 */
internal fun errorWords(error: ErrorInfo): String {
    val words = "Error ${token(error.code)}: ${say(error.message, MESSAGE)}"
    val observed = error.observed
    return if (observed == null || observed in error.message) words else "$words\nIt holds: ${quoted(observed)}."
}

/** https://www.iana.org/assignments/http-status-codes */
private val STATUS_NAMES = mapOf(
    400 to "Bad Request",
    401 to "Unauthorized",
    403 to "Forbidden",
    404 to "Not Found",
    405 to "Method Not Allowed",
    408 to "Request Timeout",
    410 to "Gone",
    429 to "Too Many Requests",
    451 to "Unavailable For Legal Reasons",
    500 to "Internal Server Error",
    502 to "Bad Gateway",
    503 to "Service Unavailable",
    504 to "Gateway Timeout",
)

/** Addresses of what browsers show in place of a page that they could not load. */
internal val NOT_LOADED = Regex("^(?:chrome-error:|about:neterror)")

/** The line about a page that the server gave with an error status, or that could not be loaded; empty for any other. */
internal fun statusWords(url: String, status: Int): String = when {
    NOT_LOADED.containsMatchIn(url) ->
        "The address could not be loaded, and this is the browser's page about that. Go back, or try another address."
    status < 400 -> ""
    else -> "The server answered with ${listOfNotNull(status, STATUS_NAMES[status]).joinToString(" ")}."
}

private fun scrollWords(scroll: ScrollState): String {
    val left = listOf("up" to scroll.up, "down" to scroll.down, "left" to scroll.left, "right" to scroll.right)
        .filter { (_, px) -> px != null && px > 0 }
    // `x` is below zero where the content is written from right to left.
    val across = if (scroll.x == 0.0) "" else "x=${decimal(scroll.x)} "
    return "scroll ${across}y=${decimal(scroll.y)}" +
        if (left.isEmpty()) "" else " (px left: ${left.joinToString(", ") { (way, px) -> "$way ${decimal(px ?: 0.0)}" }})"
}

private fun effectWords(effect: Effect): String = listOfNotNull(
    effect.value?.let { "value=${quoted(it)}" },
    effect.checked?.let { "checked=${token(it.content)}" },
    effect.selected?.let { "selected=${list(it.map(::quoted))}" },
    effect.expanded?.let { "expanded=$it" },
    effect.url?.let { "url=${quoted(it)}" },
    if (effect.leaving) "the page is being left" else null,
    effect.dialog?.let { "opened ${labelWords(it)}" },
    effect.focus?.let { "focus on ${labelWords(it)}" },
    effect.found?.let { "found in ${labelWords(it)}" },
    effect.scroll?.let(::scrollWords),
    if (effect.detached) "the element is gone" else null,
    if (effect.awaiting > 0) "still waiting for a server: look again later" else null,
).joinToString(", ")

/** `click kd5: done, verified; expanded=true` */
internal fun actionWords(result: ActionOk): String {
    val unsure = if (result.effect.value == null) {
        "but no effect could be observed on the element itself"
    } else {
        "look at what the page has made of it"
    }
    val how = "done, ${if (result.verified == true) "verified" else unsure}"
    val effect = effectWords(result.effect)
    return "${token(result.kind)} ${token(result.ref)}: $how${if (effect == "") "." else "; $effect."}"
}

/** The value of a query as text for a model; several strings are quoted and printed on one line. */
internal fun queryWords(result: QueryOk): String {
    val strings = result.strings
    val options = result.options
    val text = result.text
    val cut = if (result.truncated) " (cut${result.totalChars?.let { " from $it characters" } ?: ""}${result.after?.let { ", after=$it goes on" } ?: ""})" else ""
    val what = "${token(result.kind)} of ${token(result.ref)}"
    return what + cut + ": " + when {
        text != null -> quote(say(text, Int.MAX_VALUE), REF_MARKER)
        options != null -> list(
            options.map {
                quoted(it.label) + (if (it.selected == true) " [selected]" else "") + (if (it.disabled) " [disabled]" else "")
            },
        )
        strings != null -> strings.entries.joinToString(", ") { (name, value) -> "${say(name, DETAIL)}=${quoted(value)}" }
        else -> say(result.value.toString(), Int.MAX_VALUE)
    }
}

private fun findWords(result: PageFind, from: Int): String {
    if (result.elements.isEmpty()) {
        val hidden = if (result.hidden > 0) " ${result.hidden} match but are not shown." else ""
        return "Nothing found.$hidden Try a shorter text, another \"by\", or take a snapshot."
    }
    return result.elements.joinToString("\n") { "- ${labelWords(it)}" } +
        moreWords(result.total - from - result.elements.size, result.after)
}

private fun searchWords(result: PageSearch, from: Int): String =
    if (result.matches.isEmpty()) "Nothing found."
    else result.matches.joinToString("\n") { match ->
        "- ${quoted(match.text)} in [ref=${token(match.ref)}]" +
            if (match.near.isEmpty()) "" else "; near: ${list(match.near.map(::labelWords))}"
    } + moreWords(result.total - from - result.matches.size, result.after)

/**
 * The line about [many] further entries of a list, with the `after` that lists them where that is known; empty for
 * none.
 */
private fun moreWords(many: Int, after: Int?): String =
    if (many <= 0) "" else "\n- ... $many more" + (after?.let { ": after=$it" } ?: "")

private val NOT_IN_NAMES = Regex("[^A-Za-z0-9_.~-]+")

private fun toolName(name: String): String = name.replace(NOT_IN_NAMES, "").take(140)

/** Most characters of a tool's description, and of its schema. */
private const val TOOL_TEXT = 4_000
private const val SCHEMA = 20_000

/** A schema without the `anyOf` beside an `enum` of the same length: browsers list options twice, once with titles. */
private fun withoutTwins(schema: JsonElement): JsonElement = when (schema) {
    is JsonArray -> JsonArray(schema.map(::withoutTwins))
    is JsonObject -> {
        val anyOf = schema["anyOf"] as? JsonArray
        val isTwin = anyOf != null && anyOf.size == (schema["enum"] as? JsonArray)?.size
        JsonObject((if (isTwin) schema - "anyOf" else schema).mapValues { (_, value) -> withoutTwins(value) })
    }
    else -> schema
}

private fun toolLine(tool: PageTool): String {
    val ref = tool.ref?.let { " ref=${token(it)}" }.orEmpty()
    val notes = listOfNotNull(
        if (tool.source == "form" || ref != "") "form$ref" else null,
        if (tool.waits) "a person submits it" else null,
        if (tool.annotations.readOnlyHint) "only reads" else null,
        if (tool.annotations.consequentialHint) "consequential" else null,
        if (tool.annotations.untrustedContentHint) "gives untrusted content" else null,
        if (tool.annotations.debugging) "for developers" else null,
        tool.schemaChars?.let { "input: $it characters, too long to show" },
    )
    val schema = tool.inputSchema?.let { withoutTwins(it).toString().replace("[ref=", "\\u005bref=") }
    return listOfNotNull(
        "- ${toolName(tool.name)}:",
        tool.title?.takeIf { it != "" }?.let(::quoted),
        quote(say(tool.description, TOOL_TEXT), REF_MARKER),
        schema?.let { say(it, SCHEMA) },
        if (notes.isEmpty()) null else "[${notes.joinToString("; ")}]",
    ).joinToString(" ")
}

private fun toolsWords(result: PageTools, from: Int): String =
    if (result.total == 0) "The page offers no tools."
    else "Tools of the page, with its own words about them:\n" + result.tools.joinToString("\n", transform = ::toolLine) +
        moreWords(result.total - from - result.tools.size, result.after)

private fun calledWords(result: PageCallTool): String {
    val name = toolName(result.name)
    val goesOn = result.after?.let { ", after=$it goes on" }.orEmpty()
    val cut = result.totalChars?.let { " (cut from $it characters$goesOn)" }.orEmpty()
    val what = "callTool $name: ${if (result.isError) "the tool says that it failed" else "done"}"
    val submit = result.submit?.let { " with ${labelWords(it)}" }.orEmpty()
    return when {
        result.waits -> "callTool $name: the form is filled, nothing is sent yet. A person has to look at it and submit it" +
            "$submit: tell the user, or submit it if you were told to."
        result.navigates -> "$what; the form goes to another page."
        result.output == "" -> "$what."
        else -> "$what$cut; it gave: ${quote(say(result.output, Int.MAX_VALUE), REF_MARKER)}"
    }
}

/**
 * The result of a page verb as text for a model. Of storage, cookies and records, which may hold secrets, only `done`.
 *
 * @param from how many entries of a list the call has skipped
 */
internal fun pageWords(result: PageResult, from: Int = 0): String = when (result) {
    is PageInfo -> "url=${quoted(result.meta.url)} title=${quoted(result.meta.title)} ${scrollWords(result.scroll)}" +
        result.dialogs.joinToString("") { "\nopen: ${labelWords(it)}" }
    is PageFind -> findWords(result, from)
    is PageSearch -> searchWords(result, from)
    is PageWait -> if (result.holds) "It holds" + (result.element?.let { ": ${labelWords(it)}" } ?: "") + "."
    else "The page has not changed and come to rest in that time."
    is PageScroll -> "Scrolled: ${scrollWords(result.scroll)}" + (result.element?.let { "; ${labelWords(it)} is in view" } ?: "") + "."
    is PageInput -> "${token(result.kind)}: sent to ${result.target?.let(::labelWords) ?: "the page"}" +
        (result.focus?.let { "; focus on ${labelWords(it)}" } ?: "") + "."
    is PageNavigation -> "${token(result.kind)}: done."
    is PageExtract -> result.text
    is PageTools -> toolsWords(result, from)
    is PageCallTool -> calledWords(result)
    is PageHighlight -> "${result.boxes.size} boxes are drawn."
    is PageHooks -> "hooks: done."
    is PageStorage -> "storage: done."
    is PageCookies -> "cookies: done."
    is PageRelease -> "release: done."
    is PageOther -> "${token(result.kind)}: done."
    else -> "done."
}
