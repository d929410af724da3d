package io.agentbrowser.tools

import io.agentbrowser.contract.ActionKind
import io.agentbrowser.contract.ActionPayload
import io.agentbrowser.contract.PageCallTool
import io.agentbrowser.contract.PageKind
import io.agentbrowser.contract.PagePayload
import io.agentbrowser.contract.PageTool
import io.agentbrowser.contract.PageToolPayload
import io.agentbrowser.contract.Payload
import io.agentbrowser.contract.QueryKind
import io.agentbrowser.contract.QueryPayload
import io.agentbrowser.contract.RenderOptions
import io.agentbrowser.contract.ScrollDirection
import io.agentbrowser.contract.SwipeDirection
import io.agentbrowser.contract.SnapshotOptions
import io.agentbrowser.contract.byWireName
import io.agentbrowser.json.InvalidJsonException
import io.agentbrowser.json.parseJson
import io.agentbrowser.session.AgentSession
import io.agentbrowser.session.NOT_LOADED
import io.agentbrowser.session.Observation
import io.agentbrowser.session.attempt
import io.agentbrowser.session.quoted
import io.agentbrowser.session.words
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/**
 * Executes the tool calls of a model on a session: checks arguments, URLs and budget, and returns the text for the model.
 * Never throws for anything that a model, a page or the host does; cancellation passes through.
 *
 * @param render how pages are rendered; with a `boundary`, all answers with page text are put between its two lines.
 *   Default: the session's `render`
 * @param allowTool whether a tool of the page may be called; null: the session's `allowTool`, which refuses consequential
 *   ones by default
 * @param evaluation offers `web_eval`, for a host with [ToolHost.evaluate]: a page's text could then make the model
 *   run code
 */
public class ToolExecutor(
    private val session: AgentSession,
    private val host: ToolHost,
    private val urls: UrlPolicy = UrlPolicy(),
    private val budget: ToolBudget = ToolBudget(),
    private val render: RenderOptions = session.render,
    private val evaluation: Boolean = false,
    private val allowTool: (suspend (PageTool) -> Boolean)? = null,
) {
    /** The tools to offer the model. */
    public val tools: List<Tool> = ToolCatalog.offered(evaluation)

    private val byName = tools.associateBy { it.name }
    private var calls = 0
    private var chars = 0

    /** How many tool calls are left of the budget. */
    public val callsLeft: Int get() = maxOf(0, budget.maxCalls - calls)

    /** [execute] with arguments as JSON text, as OpenAI sends them; empty text and `null` count as no arguments. */
    public suspend fun execute(name: String, arguments: String): ToolAnswer = try {
        val json = if (arguments.isBlank()) JsonNull else parseJson(arguments)
        val given = if (json == JsonNull) JsonObject(emptyMap()) else json
        execute(name, given as? JsonObject ?: throw InvalidJsonException("The arguments must be an object", 0))
    } catch (error: InvalidJsonException) {
        account(failed("The arguments are not valid JSON: ${error.message}."))
    }

    /** Executes one call. */
    public suspend fun execute(name: String, arguments: JsonObject): ToolAnswer {
        if (calls >= budget.maxCalls || chars >= budget.maxCharsTotal) {
            return failed("The budget of this task is spent. Stop and tell the user what you have done and what is left.")
        }
        val tool = byName[name] ?: return account(failed("There is no tool $name. Tools: ${byName.keys.joinToString(", ")}."))
        return account(
            attempt({ reason -> unable(name, reason) }) { perform(name, ToolArguments.of(tool, arguments)) },
        )
    }

    private fun account(answer: ToolAnswer): ToolAnswer {
        calls++
        val text = cutBetweenLines(answer.text, budget.maxCharsPerCall)
        chars += text.length
        return ToolAnswer(text, answer.isError, answer.picture)
    }

    private fun failed(message: String) = ToolAnswer("Error: $message", isError = true)

    private fun unable(name: String, reason: Exception): ToolAnswer =
        if (reason is WrongArgument) failed(reason.message.orEmpty())
        // The message may be page text: a page may throw anything.
        else fenced(failed("$name could not be done: ${reason.words.take(REASON)}."))

    private suspend fun perform(name: String, given: ToolArguments): ToolAnswer = when (name) {
        "web_open" -> open(given.text("url"))
        "web_back" -> page(PageKind.BACK)
        "web_forward" -> page(PageKind.FORWARD)
        "web_reload" -> page(PageKind.RELOAD)
        "web_snapshot" -> snapshot(given)
        "web_find" -> find(given)
        "web_read" -> read(given)
        "web_click" -> act(given, ActionKind.CLICK, ActionPayload.Click(given.place()))
        "web_dblclick" -> act(given, ActionKind.DBLCLICK)
        "web_context_menu" -> act(given, ActionKind.CONTEXTMENU)
        "web_long_press" -> act(given, ActionKind.LONGPRESS)
        "web_hover" -> act(given, ActionKind.HOVER)
        "web_fill" -> act(given, ActionKind.FILL, ActionPayload.Fill(given.text("text")))
        "web_type" -> act(given, ActionKind.TYPE, ActionPayload.Type(given.text("text")))
        "web_press_key" -> pressKey(given)
        "web_select" -> act(given, ActionKind.SELECT, ActionPayload.Select(given.texts("options")))
        "web_check" -> act(given, ActionKind.CHECK)
        "web_uncheck" -> act(given, ActionKind.UNCHECK)
        "web_upload" -> upload(given)
        "web_drag" -> drag(given)
        "web_swipe" -> swipe(given)
        "web_scroll" -> scroll(given)
        "web_scroll_into_view" -> act(given, ActionKind.SCROLL_INTO_VIEW)
        "web_wait" -> wait(given)
        "web_query" -> query(given)
        "web_page_tools" -> page(PageKind.TOOLS, PageToolPayload.Tools(after = given.count("after")))
        "web_call_page_tool" -> callPageTool(given)
        "web_dialog" -> dialog(given)
        "web_tabs" -> tabs(given)
        "web_screenshot" -> shown { screenshot() }
        "web_eval" -> shown { evaluate(given.text("expression")) }
        "web_close" -> close()
        else -> failed("The tool $name is not carried out here.")
    }

    /** The answer to an observation. A tool of the page may report an error in a successful result. */
    private fun answer(observation: Observation<*>): ToolAnswer =
        fenced(ToolAnswer(observation.text, !observation.ok || (observation.result as? PageCallTool)?.isError == true))

    /** Fences the whole text: names and errors in it may be page text. */
    private fun fenced(answer: ToolAnswer) =
        ToolAnswer(fenced(answer.text, render.boundary, budget.maxCharsPerCall), answer.isError, answer.picture)

    /** Render options with `maxCharsTotal` so small that the page's part is not cut by [fenced]. */
    private fun sized(maxCharsTotal: Int = render.maxCharsTotal): RenderOptions {
        val chars = minOf(maxCharsTotal, budget.maxCharsPerCall) - fenceChars(render.boundary)
        return render.copy(maxCharsTotal = maxOf(1, chars), boundary = null)
    }

    /** A `limitChars` for values that the budget would cut otherwise; null where [DETAIL_CHARS] fit. */
    private fun detailChars(): Int? =
        (sized(budget.maxCharsPerCall).maxCharsTotal - DETAIL_LEAD).takeIf { it < DETAIL_CHARS }?.coerceAtLeast(1)

    private suspend fun page(kind: PageKind, payload: Payload = Payload.None): ToolAnswer =
        answer(session.page(kind, payload, render = sized()))

    private suspend fun callPageTool(given: ToolArguments): ToolAnswer {
        val (name, input, after) = Triple(given.text("name"), given.record("input"), given.count("after"))
        val (limit, how) = detailChars() to sized()
        return answer(
            if (allowTool == null) session.callTool(name, input, after, limitChars = limit, render = how)
            else session.callTool(name, input, after, allowTool = allowTool, limitChars = limit, render = how),
        )
    }

    private suspend fun act(given: ToolArguments, kind: ActionKind, payload: Payload = Payload.None): ToolAnswer =
        answer(session.act(given.text("ref"), kind, payload, render = sized()))

    private suspend fun open(url: String): ToolAnswer = when (val verdict = urls.judge(url)) {
        is UrlVerdict.Blocked -> failed(verdict.reason)
        is UrlVerdict.Allowed -> {
            val opened = session.open(verdict.url, sized()) { host.open(verdict.url) }
            // The browser may show a page of its own about that, which the next call would have to leave.
            if (opened.error?.code == "open_failed") refusal(session.address())
            answer(opened)
        }
    }

    private suspend fun snapshot(given: ToolArguments): ToolAnswer {
        val nodes = given.count("maxNodes")
        val options = SnapshotOptions(
            interactiveOnly = if (given.flag("all")) false else null,
            maxNodes = nodes?.let { maxOf(it, DEFAULT_NODES) },
            scope = given.optionalText("scope"),
            after = given.optionalText("after"),
        )
        val chosen = sized(given.count("maxCharsTotal") ?: render.maxCharsTotal).copy(
            maxNodes = nodes ?: render.maxNodes,
            maxDepth = given.count("maxDepth") ?: render.maxDepth,
        )
        return answer(session.snapshot(options, chosen))
    }

    private suspend fun find(given: ToolArguments): ToolAnswer {
        val by = given.optionalText("by")
        val payload = PagePayload.Find(given.text("value"), by, given.optionalText("name"), after = given.count("after"))
        return page(PageKind.FIND, payload)
    }

    private suspend fun read(given: ToolArguments): ToolAnswer {
        val payload = PagePayload.Extract(
            given.optionalText("scope"),
            sized().maxCharsTotal,
            after = given.count("after"),
            urls = given.flag("urls"),
        )
        return page(PageKind.EXTRACT, payload)
    }

    private suspend fun pressKey(given: ToolArguments): ToolAnswer {
        val key = given.text("key")
        val ref = given.optionalText("ref") ?: return page(PageKind.PRESS_KEY, PagePayload.Key(key))
        return answer(session.act(ref, ActionKind.PRESS, ActionPayload.Press(key), render = sized()))
    }

    private suspend fun drag(given: ToolArguments): ToolAnswer {
        val to = given.optionalText("to")
        val payload =
            ActionPayload.Drag(to, dx = given.number("dx"), dy = given.number("dy"), from = given.place())
        return act(given, ActionKind.DRAG, payload)
    }

    private suspend fun swipe(given: ToolArguments): ToolAnswer {
        val direction = byWireName<SwipeDirection>(given.text("direction"))
        return act(given, ActionKind.SWIPE, ActionPayload.Swipe(direction))
    }

    private suspend fun scroll(given: ToolArguments): ToolAnswer {
        val direction = byWireName<ScrollDirection>(given.optionalText("direction"))
        val payload =
            PagePayload.Scroll(direction, given.number("amount"), given.optionalText("ref"), given.optionalText("text"))
        return page(PageKind.SCROLL, payload)
    }

    private suspend fun wait(given: ToolArguments): ToolAnswer {
        val timeout = (given.number("timeoutMs") ?: DEFAULT_WAIT).coerceIn(0.0, LONGEST_WAIT)
        val payload = PagePayload.Wait(
            text = given.optionalText("text"),
            selector = given.optionalText("selector"),
            url = given.optionalText("url"),
            ref = given.optionalText("ref"),
            state = given.optionalText("state"),
            absent = if (given.flag("absent")) true else null,
        )
        return answer(session.page(PageKind.WAIT, payload, timeout.toLong(), sized()))
    }

    private suspend fun query(given: ToolArguments): ToolAnswer {
        val kind = byWireName<QueryKind>(given.text("kind")) ?: return failed("There is no such kind.")
        val payload = QueryPayload(detailChars(), after = given.count("after"))
        return answer(session.query(given.text("ref"), kind, payload, sized()))
    }

    private suspend fun upload(given: ToolArguments): ToolAnswer {
        val files = given.texts("files").map { path ->
            host.file(path) ?: return failed(
                "${quoted(path)} is not among the files that this app lets pages have. Ask the user for the file.",
            )
        }
        return act(given, ActionKind.UPLOAD, ActionPayload.Upload(files))
    }

    /** Sets the answer to dialogs: by the app, for all pages; where the app can't, by the script in the current page. */
    private suspend fun dialog(given: ToolArguments): ToolAnswer {
        val accept = given.flag("accept")
        val text = given.optionalText("text")?.ifEmpty { null }
        val isAnsweredByHost = host.answerDialogs(accept, text)
        if (!isAnsweredByHost) {
            val answer = if (accept && text != null) {
                JsonObject(mapOf("text" to JsonPrimitive(text)))
            } else {
                PagePayload.Hooks.answer(accept)
            }
            val hooked = session.page(PageKind.HOOKS, PagePayload.Hooks(dialogs = answer), render = sized())
            if (!hooked.ok) return answer(hooked)
        }
        val reach = if (isAnsweredByHost) "" else ", on this page"
        val how = if (accept) "accepted" else "dismissed"
        return ToolAnswer("Dialogs are $how from now on$reach. Now do what opens one.", isError = false)
    }

    private suspend fun tabs(given: ToolArguments): ToolAnswer {
        val tabs = host.tabs()
        val action = given.optionalText("action") ?: "list"
        if (tabs.isEmpty()) return oneTab(action)
        val id = given.count("tab")
        val current = tabs.firstOrNull { it.isCurrent }
        if (id != null && tabs.none { it.id == id }) {
            return failed("There is no tab $id. Tabs: ${tabs.joinToString(", ") { it.id.toString() }}.")
        }
        return when (action) {
            "open" -> when (val verdict = urls.judge(given.text("url"))) {
                is UrlVerdict.Blocked -> failed(verdict.reason)
                is UrlVerdict.Allowed -> answer(session.open(render = sized()) { host.openTab(verdict.url) })
            }
            "select" -> {
                val wanted = id ?: throw WrongArgument("To select a tab its number is needed: give \"tab\".")
                answer(if (wanted == current?.id) session.snapshot(render = sized()) else session.open(render = sized()) { host.selectTab(wanted) })
            }
            "close" -> {
                val closed = id ?: current?.id ?: return failed("There is no current tab. Give \"tab\".")
                if (tabs.size == 1) return failed("This is the only tab, and it stays open.")
                if (closed == current?.id) answer(session.open(render = sized()) { host.closeTab(closed) })
                else {
                    host.closeTab(closed)
                    answer(session.snapshot(render = sized()))
                }
            }
            else -> fenced(ToolAnswer(tabs.joinToString("\n", transform = ::tabLine), isError = false))
        }
    }

    /** A tab as a line. Title and URL of a page that the policy forbids are not shown. */
    private fun tabLine(tab: HostTab): String {
        val isShown = urls.judge(tab.url) is UrlVerdict.Allowed
        val what = if (isShown) "${quoted(tab.title)} ${quoted(tab.url)}" else "(a page that may not be opened)"
        return "${tab.id} $what${if (tab.isCurrent) " (current)" else ""}"
    }

    private suspend fun oneTab(action: String): ToolAnswer {
        if (action != "list") {
            return failed("Tabs can not be opened or closed here. Stay in this one: open the address in it, and go back afterwards.")
        }
        val info = session.page(PageKind.INFO)
        val meta = info.result.meta
        return if (info.ok) fenced(ToolAnswer(tabLine(HostTab(1, meta.title, meta.url, true)), isError = false)) else answer(info)
    }

    /** An answer without an observation (a picture, a value): the page's URL is checked before and after. */
    private suspend fun shown(look: suspend () -> ToolAnswer): ToolAnswer {
        refusal(session.address())?.let { return it }
        val shown = look()
        return refusal(session.address()) ?: shown
    }

    /** Leaves a page whose URL the policy forbids; null where it is allowed. */
    private suspend fun refusal(url: String): ToolAnswer? {
        val verdict = urls.judge(url) as? UrlVerdict.Blocked
        if (url == "" || verdict == null) return null
        session.page(PageKind.BACK)
        if (urls.judge(session.address()) is UrlVerdict.Blocked) session.open { host.open("about:blank") }
        val isLoaded = NOT_LOADED.find(url) == null
        val what = if (isLoaded) "another one" else "an address that could not be loaded"
        val why = if (isLoaded) "${verdict.reason} " else ""
        return failed("The page led to $what, which was left again. ${why}Take a new snapshot.")
    }

    private suspend fun screenshot(): ToolAnswer {
        session.page(PageKind.HIGHLIGHT)
        val picture = try {
            host.screenshot()
        } finally {
            session.page(PageKind.HIGHLIGHT, PagePayload.Highlight(off = true))
        }
        return if (picture == null) failed("This app gives no screenshots. Use web_snapshot with all=true.")
        else ToolAnswer("A picture of the page; what is written at the boxes are refs.", isError = false, picture)
    }

    private suspend fun evaluate(expression: String): ToolAnswer {
        val value = host.evaluate(expression) ?: return failed("The expression gave nothing, or threw.")
        return fenced(ToolAnswer(value, isError = false))
    }

    private suspend fun close(): ToolAnswer {
        host.close()
        return ToolAnswer("Closed.", isError = false)
    }

    private companion object {
        /** A snapshot collects at least this many nodes, even where fewer are printed. */
        const val DEFAULT_NODES = 500

        /** Most characters of a query's value, and of a tool's output, in one answer. */
        const val DETAIL_CHARS = 4_000

        /** Characters that an answer needs beside such a value: its label, and the `after` of the next part. */
        const val DETAIL_LEAD = 200

        /** Most characters of an exception's message in an answer. */
        const val REASON = 500

        const val DEFAULT_WAIT = 5_000.0
        const val LONGEST_WAIT = 30_000.0
    }
}
