package io.agentbrowser.contract

import io.agentbrowser.json.text
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/** Verbs of the page; `docs/page.md` describes the payload and the result of each. */
public enum class PageKind(override val wireName: String) : WireName {
    INFO("info"),
    FIND("find"),
    SEARCH("search"),
    WAIT("wait"),
    SCROLL("scroll"),
    PRESS_KEY("pressKey"),
    KEY_DOWN("keyDown"),
    KEY_UP("keyUp"),
    CHAR("char"),
    MOUSE_MOVE("mouseMove"),
    MOUSE_DOWN("mouseDown"),
    MOUSE_UP("mouseUp"),
    MOUSE_CLICK("mouseClick"),
    WHEEL("wheel"),
    NAVIGATE("navigate"),
    BACK("back"),
    FORWARD("forward"),
    RELOAD("reload"),
    PUSH_STATE("pushState"),
    HOOKS("hooks"),
    STORAGE("storage"),
    COOKIES("cookies"),
    HIGHLIGHT("highlight"),
    EXTRACT("extract"),
    TOOLS("tools"),
    CALL_TOOL("callTool"),
    RELEASE("release"),
}

/** The result of `page`: one class per group of kinds, or [ErrorResult]. */
public sealed interface PageResult : AgentResult

/** A width and a height in CSS px. */
@Serializable
public data class Size(val width: Double = 0.0, val height: Double = 0.0)

/**
 * @property version of the script
 * @property size of the whole document
 * @property dialogs open dialogs, topmost first
 * @property revision revision of the last snapshot, 0 before the first
 */
@Serializable
public data class PageInfo(
    override val meta: Meta = Meta(),
    val version: String = "",
    val viewport: Size = Size(),
    val size: Size = Size(),
    val scroll: ScrollState = ScrollState(0.0, 0.0),
    val readyState: String = "",
    val language: String? = null,
    val focus: ElementLabel? = null,
    val dialogs: List<ElementLabel> = emptyList(),
    val revision: Double = 0.0,
) : PageResult

/**
 * @property elements in document order; each has a ref
 * @property total how many match, listed or not
 * @property hidden how many more match but are hidden
 * @property after the `after` of the next entries; null at the end
 */
@Serializable
public data class PageFind(
    override val meta: Meta = Meta(),
    val elements: List<ElementLabel> = emptyList(),
    val total: Int = 0,
    val hidden: Int = 0,
    val after: Int? = null,
) : PageResult

/**
 * @property text the match with the text around it, in one line
 * @property ref the element that contains the text
 * @property near at most three controls with which to act on the match: the one that contains it, then those nearest to it
 */
@Serializable
public data class SearchMatch(
    val match: String = "",
    val text: String = "",
    val ref: String = "",
    val near: List<ElementLabel> = emptyList(),
)

@Serializable
public data class PageSearch(
    override val meta: Meta = Meta(),
    val matches: List<SearchMatch> = emptyList(),
    val total: Int = 0,
    /** The `after` of the next entries; null at the end. */
    val after: Int? = null,
) : PageResult

@Serializable
public data class PageWait(
    override val meta: Meta = Meta(),
    val holds: Boolean = false,
    /** The element that meets the condition. */
    val element: ElementLabel? = null,
) : PageResult

@Serializable
public data class PageScroll(
    override val meta: Meta = Meta(),
    /** The scroll position after the call. */
    val scroll: ScrollState = ScrollState(0.0, 0.0),
    /** With `text`: the element that contains it. */
    val element: ElementLabel? = null,
) : PageResult

/**
 * The result of key and mouse input.
 *
 * @property target the element that got the events; null for the body
 * @property focus the focused element after the call, where it is not the target
 */
@Serializable
public data class PageInput(
    override val meta: Meta = Meta(),
    val kind: String = "",
    val target: ElementLabel? = null,
    val defaultPrevented: Boolean = false,
    val focus: ElementLabel? = null,
) : PageResult

/** @property to the URL that is loaded. The next page has another document id, unless only the fragment changes */
@Serializable
public data class PageNavigation(
    override val meta: Meta = Meta(),
    val kind: String = "",
    val to: String? = null,
) : PageResult

/** @property dialog `alert`, `confirm` or `prompt` */
@Serializable
public data class DialogRecord(
    val ts: Double = 0.0,
    val dialog: String = "",
    val message: String = "",
    val answer: JsonPrimitive? = null,
)

@Serializable
public data class ConsoleRecord(val ts: Double = 0.0, val level: String = "", val text: String = "")

/** @property status null until the answer has come; 0 for a failed request */
@Serializable
public data class NetworkRecord(
    val ts: Double = 0.0,
    val method: String = "",
    val url: String = "",
    val status: Int? = null,
    val mocked: Boolean = false,
)

@Serializable
public data class PageHooks(
    override val meta: Meta = Meta(),
    val installed: List<String> = emptyList(),
    val dialogs: List<DialogRecord> = emptyList(),
    val console: List<ConsoleRecord> = emptyList(),
    val network: List<NetworkRecord> = emptyList(),
) : PageResult

/** All items of both storage areas, unmasked: keep them from models and from logs. */
@Serializable
public data class PageStorage(
    override val meta: Meta = Meta(),
    val local: Map<String, String> = emptyMap(),
    val session: Map<String, String> = emptyMap(),
) : PageResult

/** The cookies that scripts may read, unmasked: keep them from models and from logs. */
@Serializable
public data class PageCookies(
    override val meta: Meta = Meta(),
    val cookies: Map<String, String> = emptyMap(),
) : PageResult

@Serializable
public data class HighlightBox(val ref: String = "", val box: Box = Box(0.0, 0.0, 0.0, 0.0))

@Serializable
public data class PageHighlight(
    override val meta: Meta = Meta(),
    val boxes: List<HighlightBox> = emptyList(),
) : PageResult

/** @property text Markdown @property element the element that was read */
@Serializable
public data class PageExtract(
    override val meta: Meta = Meta(),
    val text: String = "",
    val truncated: Boolean = false,
    val element: ElementLabel = ElementLabel(),
    /** The `after` of the next part; null at the end. */
    val after: Int? = null,
) : PageResult

/** @property marks how many ref attributes were removed */
@Serializable
public data class PageRelease(override val meta: Meta = Meta(), val marks: Int = 0) : PageResult

/** A kind that this version does not know. */
public data class PageOther(override val meta: Meta, val kind: String, val json: JsonObject) : PageResult

internal fun readPage(json: JsonObject): PageResult = json.readResult({ it }) { ok ->
    val kind = ok.text("kind").orEmpty()
    when (byWireName<PageKind>(kind)) {
        PageKind.INFO -> ok.read(PageInfo.serializer())
        PageKind.FIND -> ok.read(PageFind.serializer())
        PageKind.SEARCH -> ok.read(PageSearch.serializer())
        PageKind.WAIT -> ok.read(PageWait.serializer())
        PageKind.SCROLL -> ok.read(PageScroll.serializer())
        PageKind.PRESS_KEY, PageKind.KEY_DOWN, PageKind.KEY_UP, PageKind.CHAR, PageKind.MOUSE_MOVE,
        PageKind.MOUSE_DOWN, PageKind.MOUSE_UP, PageKind.MOUSE_CLICK, PageKind.WHEEL,
        -> ok.read(PageInput.serializer())
        PageKind.NAVIGATE, PageKind.BACK, PageKind.FORWARD, PageKind.RELOAD, PageKind.PUSH_STATE,
        -> ok.read(PageNavigation.serializer())
        PageKind.HOOKS -> ok.read(PageHooks.serializer())
        PageKind.STORAGE -> ok.read(PageStorage.serializer())
        PageKind.COOKIES -> ok.read(PageCookies.serializer())
        PageKind.HIGHLIGHT -> ok.read(PageHighlight.serializer())
        PageKind.EXTRACT -> ok.read(PageExtract.serializer())
        PageKind.TOOLS -> ok.read(PageTools.serializer())
        PageKind.CALL_TOOL -> readCallTool(ok)
        PageKind.RELEASE -> ok.read(PageRelease.serializer())
        null -> PageOther(ok.readMeta(), kind, ok)
    }
}
