package io.agentbrowser.scenarios

import io.agentbrowser.AgentBrowser
import io.agentbrowser.contract.ActionKind
import io.agentbrowser.contract.ActionPayload
import io.agentbrowser.contract.ErrorCode
import io.agentbrowser.contract.FindBy
import io.agentbrowser.contract.PageKind
import io.agentbrowser.contract.PagePayload
import io.agentbrowser.contract.QueryKind
import io.agentbrowser.contract.QueryOk
import io.agentbrowser.contract.QueryPayload
import io.agentbrowser.contract.ScrollDirection
import io.agentbrowser.contract.SnapshotOptions
import io.agentbrowser.session.AgentSession
import io.agentbrowser.session.Observation

/** A tab that scenarios run in: real Chromium on the JVM, the WebView on a device. */
interface ScenarioTab {
    /** As `WebView.evaluateJavascript`. */
    suspend fun evaluate(expression: String): String?

    /** Loads a page of the sample's assets. */
    suspend fun load(page: String)
}

/**
 * What an agent does with the sample's demo page, step by step as a model would: it reads, finds the ref by role and name
 * in what it has read, acts, reads the answer. Each scenario judges the application's own state (`window.demo`).
 */
class Scenarios(private val tab: ScenarioTab) {
    private val session = AgentSession(tab::evaluate)

    /** All by name; each begins on a fresh page. */
    val all: Map<String, suspend () -> Unit> = mapOf(
        "a banner blocks, is dismissed, and the click is done again" to ::banner,
        "fields are filled, cleared and typed into" to ::fields,
        "a select, a checkbox and the order" to ::order,
        "items are added and removed" to ::items,
        "styles and attributes are asked for" to ::styles,
        "a hidden section is revealed" to ::hiddenSection,
        "the third of eight equal buttons" to ::equalButtons,
        "keys go down and up" to ::keys,
        "an element appears after 1.2 s" to ::lateElement,
        "a long page is scrolled" to ::longPage,
        "the wheel turns" to ::wheel,
        "a link leads to another page, and refs of the first fail" to ::navigation,
        "history: back, forward, reload" to ::history,
        "a page of 1,200 cards" to ::stress,
        "a confirmation is answered by the host" to ::confirmation,
        "javascript: links and addresses do nothing" to ::javascriptUrls,
    )

    private suspend fun begin(page: String = "demo.html", dismiss: Boolean = true): String {
        tab.load(page)
        val first = session.snapshot()
        check(first.ok) { first.text }
        if (dismiss) done(session.act(ref(first.text, "button \"Accept\""), ActionKind.CLICK))
        return session.snapshot().text
    }

    /** The ref in the line that holds these words. */
    private fun ref(text: String, words: String, nth: Int = 0): String {
        val lines = text.lines().filter { words in it && "[ref=" in it }
        val line = lines.getOrNull(nth) ?: error("No line ${nth + 1} with <$words> in:\n$text")
        return line.substring(line.indexOf(words)).substringAfter("[ref=").substringBefore("]")
    }

    private suspend fun state(expression: String): String? =
        AgentBrowser.normalizeJsEvalResult(tab.evaluate("JSON.stringify(demo.$expression)"))

    private suspend fun expect(expression: String, value: String) {
        val found = state(expression)
        check(found == value) { "demo.$expression is $found instead of $value" }
    }

    private fun <T : Observation<*>> done(step: T): T {
        check(step.ok) { step.text }
        return step
    }

    private suspend fun banner() {
        val text = begin(dismiss = false)
        val add = session.snapshot(SnapshotOptions(interactiveOnly = false)).text
        val button = ref(add, "button \"Add item\"")
        val blocked = session.act(button, ActionKind.CLICK, timeoutMs = 300)
        check(blocked.error?.kind == ErrorCode.ELEMENT_BLOCKED) { blocked.text }
        expect("items", "0")
        // The error itself says what may take the banner away.
        done(session.act(ref(blocked.text, "button \"Accept\""), ActionKind.CLICK))
        expect("cookies", "true")
        done(session.act(button, ActionKind.CLICK))
        expect("items", "1")
        check("Accept" in text)
    }

    private suspend fun fields() {
        val text = begin()
        val name = ref(text, "textbox \"Name\"")
        done(session.act(name, ActionKind.FILL, ActionPayload.Fill("Ada \"the\" \u00e9 \ud83d\ude00")))
        expect("name", "Ada \\\"the\\\" \u00e9 \ud83d\ude00".let { "\"$it\"" })
        done(session.act(name, ActionKind.CLEAR))
        expect("name", "\"\"")
        val typed = done(session.act(name, ActionKind.TYPE, ActionPayload.Type("Ada")))
        expect("name", "\"Ada\"")
        check("Ada" in typed.text) { typed.text }
    }

    private suspend fun order() {
        val text = begin()
        done(session.act(ref(text, "combobox \"Size\""), ActionKind.SELECT, ActionPayload.Select("Large")))
        val gift = ref(text, "checkbox \"Gift wrap\"")
        done(session.act(gift, ActionKind.CHECK))
        expect("gift", "true")
        done(session.act(gift, ActionKind.UNCHECK))
        expect("gift", "false")
        done(session.act(gift, ActionKind.CHECK))
        val wrong = session.act(ref(text, "combobox \"Size\""), ActionKind.SELECT, ActionPayload.Select("Medium"))
        check(wrong.error?.kind == ErrorCode.OPTION_NOT_FOUND && "Large" in wrong.text) { wrong.text }
        done(session.act(ref(text, "button \"Order\""), ActionKind.CLICK))
        expect("ordered", """{"name":"Nobody","size":"Large","gift":true}""")
    }

    private suspend fun items() {
        val add = ref(begin(), "button \"Add item\"")
        val first = done(session.act(add, ActionKind.CLICK))
        check(first.delta != null && "Remove item 1" in first.text) { first.text }
        done(session.act(add, ActionKind.CLICK))
        expect("items", "2")
        check(first.refs.isNotEmpty())
    }

    private suspend fun styles() {
        val add = ref(begin(), "button \"Add item\"")
        val styles = session.query(add, QueryKind.STYLES, QueryPayload(properties = listOf("color")))
        check((styles.result as QueryOk).strings == mapOf("color" to "rgb(200, 0, 0)")) { styles.text }
        val attributes = session.query(add, QueryKind.ATTRS)
        check((attributes.result as QueryOk).strings?.get("data-kind") == "adder") { attributes.text }
        val isVisible = session.query(add, QueryKind.IS_VISIBLE)
        check((isVisible.result as QueryOk).flag == true) { isVisible.text }
    }

    private suspend fun hiddenSection() {
        val text = begin()
        check("Deep button" !in text) { text }
        val step = done(session.act(ref(text, "button \"Details\""), ActionKind.CLICK))
        done(session.act(ref(step.text, "button \"Deep button\""), ActionKind.CLICK))
        expect("deep", "1")
    }

    private suspend fun equalButtons() {
        done(session.act(ref(begin(), "button \"Choose\"", nth = 2), ActionKind.CLICK))
        expect("pressed", "[3]")
    }

    private suspend fun keys() {
        done(session.act(ref(begin(), "textbox \"Keys\""), ActionKind.FOCUS))
        done(session.page(PageKind.KEY_DOWN, PagePayload.Key("a")))
        done(session.page(PageKind.KEY_UP, PagePayload.Key("a")))
        done(session.page(PageKind.PRESS_KEY, PagePayload.Key("Enter")))
        expect("keys", """["keydown a","keyup a","keydown Enter","keyup Enter"]""")
    }

    private suspend fun lateElement() {
        val text = begin()
        done(session.act(ref(text, "button \"Load later\""), ActionKind.CLICK))
        val wait = done(session.page(PageKind.WAIT, PagePayload.Wait(text = "Late button")))
        expect("late", "true")
        check("button \"Late button\"" in wait.text) { wait.text }
        val never = session.page(PageKind.WAIT, PagePayload.Wait(text = "Never there"), timeoutMs = 300)
        check(never.error?.kind == ErrorCode.TIMEOUT) { never.text }
    }

    private suspend fun longPage() {
        val text = begin()
        done(session.page(PageKind.SCROLL, PagePayload.Scroll(ScrollDirection.BOTTOM)))
        check(AgentBrowser.normalizeJsEvalResult(tab.evaluate("String(scrollY > 2000)")) == "true")
        done(session.page(PageKind.SCROLL, PagePayload.Scroll(ScrollDirection.TOP)))
        done(session.act(ref(text, "button \"Bottom button\""), ActionKind.CLICK))
        expect("bottom", "1")
    }

    private suspend fun wheel() {
        begin()
        done(session.page(PageKind.WHEEL, PagePayload.Mouse(100.0, 100.0, deltaY = 240.0)))
        expect("wheel", "240")
    }

    private suspend fun navigation() {
        val text = begin()
        val add = ref(text, "button \"Add item\"")
        val step = done(session.act(ref(text, "link \"Second page\""), ActionKind.CLICK))
        check(step.pageChanged && "Button of the second page" in step.text) { step.text }
        // The script was not there: the session has put it in, and the old ref is not taken for one of this page.
        val dead = session.act(add, ActionKind.CLICK)
        check(dead.error?.kind == ErrorCode.REF_NOT_FOUND) { dead.text }
        check("Button of the second page" in dead.text) { dead.text }
        done(session.act(ref(dead.text, "button \"Button of the second page\""), ActionKind.CLICK))
    }

    private suspend fun history() {
        val text = begin()
        done(session.act(ref(text, "link \"Second page\""), ActionKind.CLICK))
        val back = done(session.page(PageKind.BACK))
        check("button \"Add item\"" in back.text || "Accept" in back.text) { back.text }
        val forward = done(session.page(PageKind.FORWARD))
        check("Button of the second page" in forward.text) { forward.text }
        val reload = done(session.page(PageKind.RELOAD))
        check(reload.pageChanged && "Button of the second page" in reload.text) { reload.text }
    }

    private suspend fun stress() {
        val first = begin("demo.html?cards=1200", dismiss = false)
        check(first.length <= 12_000) { "${first.length} characters" }
        // The banner is the last element of a long page; the first click would name it, a search finds it as well.
        val accept = done(session.page(PageKind.FIND, PagePayload.Find("Accept"))).text
        done(session.act(ref(accept, "button \"Accept\""), ActionKind.CLICK))
        val found = done(session.page(PageKind.FIND, PagePayload.Find("button", FindBy.ROLE, "Buy 1077")))
        done(session.act(ref(found.text, "Buy 1077"), ActionKind.CLICK))
        expect("pressed", "[1077]")
    }

    private suspend fun confirmation() {
        val ask = ref(begin(), "button \"Ask me\"")
        done(session.act(ask, ActionKind.CLICK))
        // Nobody has agreed to anything.
        expect("answer", "false")
    }

    private suspend fun javascriptUrls() {
        val text = begin()
        val blocked = session.page(PageKind.NAVIGATE, PagePayload.Url("javascript:demo.evil = true"))
        check(blocked.error?.kind == ErrorCode.NAVIGATION_BLOCKED) { blocked.text }
        val state = AgentBrowser.normalizeJsEvalResult(tab.evaluate("String(demo.evil)"))
        check(state == null || state == "undefined") { "demo.evil is $state" }
        check("Evil" in text)
    }
}
