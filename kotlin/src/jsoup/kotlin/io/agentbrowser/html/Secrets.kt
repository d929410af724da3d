package io.agentbrowser.html

import org.jsoup.nodes.Element

// The rules of src/inject/aria/secret.ts, as far as markup tells them.

/** Autocomplete words whose field holds a secret, also while a page shows it as plain text. */
private val SECRET_WORDS = Regex(
    "(?:^|\\s)(?:cc-(?:number|csc|exp|exp-month|exp-year|name|given-name|additional-name|family-name|type)" +
        "|one-time-code|current-password|new-password)(?:\\s|$)",
    RegexOption.IGNORE_CASE,
)

/** A password that the page shows as text, a card field without autocomplete: told by name or id. */
private val SECRET_NAME = Regex("passw(?:or)?d|passphrase|passcode|card[\\W_]{0,3}num", RegexOption.IGNORE_CASE)

/** The same by a word that is too short to look for within others. */
private val SECRET_SHORT_NAME = Regex("(?:^|[^a-z])(?:cvv|cvc|csc|otp)(?![a-z])", RegexOption.IGNORE_CASE)

/** `otpCode`, `CVVField`: where one word of a name ends and the next begins. */
private val WORD_ENDS = Regex("([a-z\\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])")

/** What boxes for the signs of a code are called, or what they are in. */
private val CODE_NAME = Regex("(?:^|[^a-z])(?:otp|pin|pincode|passcode|[2mt]fa|code|verif[a-z]*|token)s?(?![a-z])", RegexOption.IGNORE_CASE)
private const val LEAST_BOXES = 4
private const val MOST_BOXES = 10
private const val LEVELS = 3

/** A style shows dots for what is typed, so that no password manager asks for it. */
private val DRAWN_AS_DOTS = Regex("(?:^|;)\\s*-webkit-text-security\\s*:\\s*(?!none\\b)", RegexOption.IGNORE_CASE)

/** What they hold is what stands on them: `<input type=submit name=reset_password value="Reset password">`. */
private val BUTTON_TYPES = setOf("button", "submit", "reset", "image")

/** Whether a field's text must never be told: passwords, one-time codes, card fields. */
internal fun isSecret(el: Element): Boolean {
    val tag = el.normalName()
    if (tag != "input" && tag != "textarea" && tag != "select") return false
    val type = if (tag == "input") el.attr("type").lowercase() else ""
    if (type == "password" || (tag != "select" && DRAWN_AS_DOTS.containsMatchIn(el.attr("style")))) return true
    if (type in BUTTON_TYPES) return false
    val autocomplete = el.attr("autocomplete")
    if (SECRET_WORDS.containsMatchIn(autocomplete)) {
        // `new-password` on a search field is a trick against the browser's own suggestions (antd).
        return !(autocomplete.equals("new-password", ignoreCase = true) && el.attr("role").equals("combobox", ignoreCase = true))
    }
    return namesSecret(el.attr("name")) || namesSecret(el.id()) || isBoxOfCode(el)
}

private fun inWords(name: String): String = name.replace(WORD_ENDS, "$0 ")

private fun namesSecret(name: String): Boolean =
    SECRET_NAME.containsMatchIn(name) || SECRET_SHORT_NAME.containsMatchIn(inWords(name))

/** One of several boxes for one sign each: what is typed from a text message or an app. */
private fun isBoxOfCode(el: Element): Boolean {
    if (el.attr("maxlength") != "1") return false
    var isCalled = false
    for (at in listOf(el) + el.parents().take(LEVELS)) {
        isCalled = isCalled || listOf("class", "id", "name", "aria-label").any { CODE_NAME.containsMatchIn(inWords(at.attr(it))) }
        val boxes = at.select("input").filter { it !== at }
        if (boxes.size > MOST_BOXES) return false
        if (isCalled && boxes.size >= LEAST_BOXES) return boxes.all { it.attr("maxlength") == "1" }
    }
    return false
}

/** What is said of a secret: its length class, so that one sees whether and roughly how much was typed. */
internal fun maskedValue(value: String): String = "•".repeat(
    when {
        value.isEmpty() -> 0
        value.length < 5 -> 1
        value.length < 9 -> 2
        value.length < 17 -> 3
        else -> 4
    },
)

/** The mask of what a field that holds a secret holds at first. */
internal fun maskOf(el: Element): String = maskedValue(
    when (el.normalName()) {
        "textarea" -> el.wholeText()
        "select" -> selectedOptions(el).firstOrNull()?.let { if (it.hasAttr("value")) it.attr("value") else collapse(it.text()) }.orEmpty()
        else -> el.attr("value")
    },
)
