package io.agentbrowser

import io.agentbrowser.contract.ActionKind
import io.agentbrowser.contract.ActionResult
import io.agentbrowser.contract.JobStart
import io.agentbrowser.contract.JobState
import io.agentbrowser.contract.PageKind
import io.agentbrowser.contract.PagePayload
import io.agentbrowser.contract.PageResult
import io.agentbrowser.contract.PageSnapshot
import io.agentbrowser.contract.Payload
import io.agentbrowser.contract.QueryKind
import io.agentbrowser.contract.QueryPayload
import io.agentbrowser.contract.QueryResult
import io.agentbrowser.contract.RenderOptions
import io.agentbrowser.contract.RenderResult
import io.agentbrowser.contract.ScrollDirection
import io.agentbrowser.contract.SnapshotOptions
import io.agentbrowser.contract.SnapshotResult
import io.agentbrowser.contract.UnreadableResultException
import io.agentbrowser.contract.normalizeEvaluated
import io.agentbrowser.contract.parseResult
import io.agentbrowser.contract.readAction
import io.agentbrowser.contract.readJobStart
import io.agentbrowser.contract.readJobState
import io.agentbrowser.contract.readPage
import io.agentbrowser.contract.readQuery
import io.agentbrowser.contract.readSnapshot
import io.agentbrowser.contract.unreadable
import io.agentbrowser.json.quoteJavaScript
import io.agentbrowser.json.toJavaScript
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonPrimitive

/**
 * The script, the expressions that call it, and parsers for their results.
 *
 * Every `...Js` function returns one JavaScript expression: evaluate it in a page that has the script ([getScript]), and
 * pass the answer to the parser of the same name. Expressions are ASCII and quote everything, so that no text can
 * break out of them. Parsers take the raw answer of `WebView.evaluateJavascript` (JSON in a JSON string) as well as
 * plain JSON; they throw [UnreadableResultException] for anything that is no result, and their `Safe` forms give the
 * error `invalid_json` instead. None of this touches a thread or a page: [io.agentbrowser.session.AgentSession] does.
 */
public object AgentBrowser {
    private const val API = "window.__agentBrowser"
    private const val RESOURCES = "/io/agentbrowser/"

    private fun read(file: String): String {
        val stream = AgentBrowser::class.java.getResourceAsStream(RESOURCES + file) ?: error("$file is not in the jar")
        return stream.bufferedReader(Charsets.UTF_8).use { it.readText() }
    }

    private val bundle: String by lazy { read("agent-browser.js") }

    /** The text of a part: evaluate it in a page that has the script ([getScript]). */
    public fun getPart(part: ScriptPart): String = read(part.file)

    /**
     * The text of `agent-browser.js`: evaluate it in a page; twice does no harm.
     *
     * @param parts parts that are injected together with the script. A session loads the others when a call needs them;
     *   [ScriptPart.HOOKS] can record only from its injection on, [ScriptPart.CHANNEL] is always included with a key
     * @param channelKey includes frames of other origins in snapshots and actions ([newChannelKey]). A script with a key is
     *   only for `addDocumentStartJavaScript`, in all frames, before the first page is loaded: never evaluate it in a page
     */
    @JvmOverloads
    public fun getScript(channelKey: String? = null, parts: Set<ScriptPart> = emptySet()): String {
        val script = if (channelKey == null) bundle else withChannelKey(bundle, channelKey)
        val all = if (channelKey == null) parts else parts + ScriptPart.CHANNEL
        return all.fold(script) { text, part -> "$text;${getPart(part)}" }
    }

    /** Version of the script, the same as `window.__agentBrowser.version`. */
    public val version: String by lazy {
        val banner = Regex("agent-browser-inpage v([^ ]+)").find(bundle) ?: error("The script has no banner")
        banner.groupValues[1]
    }

    /**
     * The string that a script returned, whether the host passes the string itself or its JSON encoding, up to three times.
     * Null for null, `null`, `undefined` and blank text: the script threw, or the page was left.
     */
    public fun normalizeJsEvalResult(raw: String?): String? = normalizeEvaluated(raw)

    // ------------------------------------------------------------------------------------------ expressions

    /** Calls any verb (`snapshot`, `action`, `query`, `page`, `start`, `poll`) with any arguments. */
    public fun callJs(verb: String, vararg arguments: JsonElement): String =
        arguments.joinToString("", "$API.json(${quoteJavaScript(verb)}", ")") { ",${toJavaScript(it)}" }

    /** Takes a snapshot. Read it with [parseSnapshot]. */
    public fun snapshotJs(options: SnapshotOptions = SnapshotOptions()): String = callJs("snapshot", options.toJson())

    /** Tries an action once, in one task. Read it with [parseAction]. */
    public fun actionJs(ref: String, kind: ActionKind, payload: Payload = Payload.None): String =
        callJs("action", JsonPrimitive(ref), JsonPrimitive(kind.wireName), payload.toJson())

    /** Queries an element. Read it with [parseQuery]. */
    public fun queryJs(ref: String, kind: QueryKind, payload: QueryPayload = QueryPayload()): String =
        callJs("query", JsonPrimitive(ref), JsonPrimitive(kind.wireName), payload.toJson())

    /** [queryJs] with strings of at most [limitChars] (UTF-16 code units). */
    public fun queryJs(ref: String, kind: QueryKind, limitChars: Int): String =
        queryJs(ref, kind, QueryPayload(limitChars = limitChars))

    /** Calls a verb of the page. Read it with [parsePage]. */
    public fun pageJs(kind: PageKind, payload: Payload = Payload.None): String =
        callJs("page", JsonPrimitive(kind.wireName), payload.toJson())

    /** Scrolls the page by [amount] CSS px, by default 90 % of the visible size. */
    public fun scrollJs(direction: ScrollDirection, amount: Int? = null): String =
        pageJs(PageKind.SCROLL, PagePayload.Scroll(direction, amount?.toDouble()))

    /** Presses a key or a chord (`Enter`, `Control+k`) on the focused element, with its default action. */
    public fun pressKeyJs(key: String): String = pageJs(PageKind.PRESS_KEY, PagePayload.Key(key))

    /** Dispatches only the keydown event. */
    public fun keyDownJs(key: String): String = pageJs(PageKind.KEY_DOWN, PagePayload.Key(key))

    /** Dispatches only the keyup event. */
    public fun keyUpJs(key: String): String = pageJs(PageKind.KEY_UP, PagePayload.Key(key))

    /** Types a text, key by key, into the focused element. */
    public fun charJs(text: String): String = pageJs(PageKind.CHAR, PagePayload.Key(text))

    /** Loads a URL: only `http:`, `https:` and `about:blank`; any other is `navigation_blocked`. */
    public fun navigateJs(url: String): String = pageJs(PageKind.NAVIGATE, PagePayload.Url(url))

    public fun backJs(): String = pageJs(PageKind.BACK)

    public fun forwardJs(): String = pageJs(PageKind.FORWARD)

    public fun reloadJs(): String = pageJs(PageKind.RELOAD)

    /** Whether a visible element matches now (`PageWait.holds`): call it again until one does. */
    public fun waitForSelectorJs(selector: String): String =
        pageJs(PageKind.WAIT, PagePayload.Wait(selector = selector))

    /** Moves the mouse to [x] and [y], in CSS px of the top viewport. */
    public fun mouseMoveJs(x: Double, y: Double): String = pageJs(PageKind.MOUSE_MOVE, PagePayload.Mouse(x, y))

    public fun mouseDownJs(x: Double, y: Double): String = pageJs(PageKind.MOUSE_DOWN, PagePayload.Mouse(x, y))

    public fun mouseUpJs(x: Double, y: Double): String = pageJs(PageKind.MOUSE_UP, PagePayload.Mouse(x, y))

    /** Turns the wheel by [deltaX] and [deltaY] CSS px at the point [x], [y]. */
    public fun wheelJs(deltaX: Double, deltaY: Double, x: Double = 0.0, y: Double = 0.0): String =
        pageJs(PageKind.WHEEL, PagePayload.Mouse(x, y, deltaX, deltaY))

    /** The URL of the page, as plain text: read it with [normalizeJsEvalResult]. */
    public fun getUrlJs(): String = "String(location.href)"

    /** The title of the page, as plain text: read it with [normalizeJsEvalResult]. */
    public fun getTitleJs(): String = "String(document.title)"

    // ------------------------------------------------------------------------------------------ results

    /** @throws UnreadableResultException if [raw] is no result of `snapshot` */
    public fun parseSnapshot(raw: String?): SnapshotResult = parseResult(raw, ::readSnapshot)

    /** @throws UnreadableResultException if [raw] is no result of `action` */
    public fun parseAction(raw: String?): ActionResult = parseResult(raw, ::readAction)

    /** [parseAction] by its longer name. */
    public fun parseActionResult(raw: String?): ActionResult = parseAction(raw)

    /** @throws UnreadableResultException if [raw] is no result of `query` */
    public fun parseQuery(raw: String?): QueryResult = parseResult(raw, ::readQuery)

    /** [parseQuery] by its longer name. */
    public fun parseQueryResult(raw: String?): QueryResult = parseQuery(raw)

    /** @throws UnreadableResultException if [raw] is no result of `page` */
    public fun parsePage(raw: String?): PageResult = parseResult(raw, ::readPage)

    /** @throws UnreadableResultException if [raw] is no result of `start` */
    public fun parseJobStart(raw: String?): JobStart = parseResult(raw, ::readJobStart)

    /** @throws UnreadableResultException if [raw] is no result of `poll` */
    public fun parseJobState(raw: String?): JobState = parseResult(raw, ::readJobState)

    /** [parseSnapshot] with the error `invalid_json` instead of a throw. */
    public fun parseSnapshotSafe(raw: String?): SnapshotResult = safe(raw, { it }, ::parseSnapshot)

    /** [parseAction] with the error `invalid_json` instead of a throw. */
    public fun parseActionSafe(raw: String?): ActionResult = safe(raw, { it }, ::parseAction)

    /** [parseActionSafe] by its longer name. */
    public fun parseActionResultSafe(raw: String?): ActionResult = parseActionSafe(raw)

    /** [parseQuery] with the error `invalid_json` instead of a throw. */
    public fun parseQuerySafe(raw: String?): QueryResult = safe(raw, { it }, ::parseQuery)

    /** [parseQuerySafe] by its longer name. */
    public fun parseQueryResultSafe(raw: String?): QueryResult = parseQuerySafe(raw)

    /** [parsePage] with the error `invalid_json` instead of a throw. */
    public fun parsePageSafe(raw: String?): PageResult = safe(raw, { it }, ::parsePage)

    /** [parseJobStart] with the error `invalid_json` instead of a throw. */
    public fun parseJobStartSafe(raw: String?): JobStart = safe(raw, { it }, ::parseJobStart)

    /** [parseJobState] with the error `invalid_json` instead of a throw. */
    public fun parseJobStateSafe(raw: String?): JobState = safe(raw, { it }, ::parseJobState)

    private inline fun <T> safe(
        raw: String?,
        failed: (io.agentbrowser.contract.ErrorResult) -> T,
        parse: (String?) -> T,
    ): T = try {
        parse(raw)
    } catch (error: UnreadableResultException) {
        failed(unreadable(raw, error.message))
    }

    // ------------------------------------------------------------------------------------------ text

    /** A snapshot as text for a model; byte for byte that of the npm package's renderer. */
    public fun renderSnapshot(snapshot: PageSnapshot, options: RenderOptions = RenderOptions()): RenderResult =
        io.agentbrowser.render.renderSnapshot(snapshot, options)

    /** Only the text of [renderSnapshot]. */
    public fun renderSnapshotText(snapshot: PageSnapshot, options: RenderOptions = RenderOptions()): String =
        renderSnapshot(snapshot, options).text
}
