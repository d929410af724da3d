package io.agentbrowser.contract

import kotlinx.serialization.Serializable
import kotlinx.serialization.SerializationStrategy
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonPrimitive

/** Fields that are null or at their default are left out: the script has the same defaults. */
private val sparse = Json { explicitNulls = false }

private fun <T> encode(type: SerializationStrategy<T>, value: T): JsonElement = sparse.encodeToJsonElement(type, value)

/** A file for `upload` and `drop`; [base64] or [text] is its content. */
@Serializable
public data class FilePayload(
    val name: String,
    val type: String = "application/octet-stream",
    val base64: String? = null,
    val text: String? = null,
)

/** What actions take; a kind that is not listed takes nothing. All may time out after `timeoutMs` (5000) with `start`. */
public sealed interface ActionPayload : Payload {
    /** `fill` */
    @Serializable
    public data class Fill(val text: String) : ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `type`: key by key, with [delayMs] between them; a line feed is Enter. */
    @Serializable
    public data class Type(val text: String, val delayMs: Int? = null) : ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `press`: a key or a chord, `Enter`, `Shift+Tab`. */
    @Serializable
    public data class Press(val key: String) : ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `longpress`, 600 ms by default. */
    @Serializable
    public data class Longpress(val ms: Int) : ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /**
     * `swipe`: over most of what is seen of the element in a [direction], or [amount] CSS px; or by [dx] and [dy]; from
     * [from] in it, within [ms].
     */
    @Serializable
    public data class Swipe(
        val direction: SwipeDirection? = null,
        val amount: Double? = null,
        val dx: Double? = null,
        val dy: Double? = null,
        val from: Point? = null,
        val ms: Int? = null,
    ) : ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `select`: one of the three, several entries where several may be chosen. */
    @Serializable
    public data class Select(
        val label: List<String>? = null,
        val value: List<String>? = null,
        val index: List<Int>? = null,
    ) : ActionPayload {
        public constructor(label: String) : this(listOf(label))

        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `selectText`: this text, this range (UTF-16 code units), or without anything all. */
    @Serializable
    public data class SelectText(val text: String? = null, val start: Int? = null, val end: Int? = null) :
        ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `setChecked` */
    @Serializable
    public data class SetChecked(val checked: Boolean) : ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `upload` */
    @Serializable
    public data class Upload(val files: List<FilePayload>) : ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `drop`: files, or data by MIME type. */
    @Serializable
    public data class Drop(val files: List<FilePayload>? = null, val data: Map<String, String>? = null) :
        ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /**
     * `drag` onto the element [to], at [position] in it (CSS px), or by [dx] and [dy] CSS px; from [from] in what is
     * dragged, held for [holdMs] first.
     */
    @Serializable
    public data class Drag(
        val to: String? = null,
        val position: Point? = null,
        val dx: Double? = null,
        val dy: Double? = null,
        val from: Point? = null,
        val holdMs: Int? = null,
    ) : ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `scroll`: by a direction and px, by [dx] and [dy] px, or until [text] is there. */
    @Serializable
    public data class Scroll(
        val direction: ScrollDirection? = null,
        val amount: Double? = null,
        val dx: Double? = null,
        val dy: Double? = null,
        val text: String? = null,
    ) : ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `scrollIntoView`: `start`, `center`, `end` or `nearest`. */
    @Serializable
    public data class ScrollIntoView(val block: String) : ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `dispatch`: any one event, unchecked. */
    @Serializable
    public data class Dispatch(val type: String, val init: Map<String, JsonElement>? = null) : ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }
}

/**
 * What queries take.
 *
 * @property limitChars longest string in the answer, UTF-16 code units (4000)
 * @property properties `styles`: which; without them a set that tells what one sees
 * @property selector `count`: what to count below the element
 * @property document the document that the ref was seen in; another one is `ref_not_found`
 */
@Serializable
public data class QueryPayload(
    val limitChars: Int? = null,
    val properties: List<String>? = null,
    val selector: String? = null,
    val document: String? = null,
) : Payload {
    override fun toJson(): JsonElement = encode(serializer(), this)
}

/** Which way a finger goes. */
@Serializable
public enum class SwipeDirection(override val wireName: String) : WireName {
    @kotlinx.serialization.SerialName("left")
    LEFT("left"),

    @kotlinx.serialization.SerialName("right")
    RIGHT("right"),

    @kotlinx.serialization.SerialName("up")
    UP("up"),

    @kotlinx.serialization.SerialName("down")
    DOWN("down"),
}

/** Which way to scroll. */
@Serializable
public enum class ScrollDirection(override val wireName: String) : WireName {
    @kotlinx.serialization.SerialName("up")
    UP("up"),

    @kotlinx.serialization.SerialName("down")
    DOWN("down"),

    @kotlinx.serialization.SerialName("left")
    LEFT("left"),

    @kotlinx.serialization.SerialName("right")
    RIGHT("right"),

    @kotlinx.serialization.SerialName("top")
    TOP("top"),

    @kotlinx.serialization.SerialName("bottom")
    BOTTOM("bottom"),
}

/** How `find` looks. */
public enum class FindBy(override val wireName: String) : WireName {
    ROLE("role"),
    TEXT("text"),
    LABEL("label"),
    PLACEHOLDER("placeholder"),
    ALT("alt"),
    TITLE("title"),
    TESTID("testid"),
    CSS("css"),
    XPATH("xpath"),
}

/** What `wait` waits for at a ref. */
public enum class WaitState(override val wireName: String) : WireName {
    VISIBLE("visible"),
    HIDDEN("hidden"),
    ENABLED("enabled"),
    DISABLED("disabled"),
    CHECKED("checked"),
    UNCHECKED("unchecked"),
    EDITABLE("editable"),
    READONLY("readonly"),
    ATTACHED("attached"),
    DETACHED("detached"),
}

/** The answer that a matching request gets without leaving the page; [url] is a part of the address. */
@Serializable
public data class Mock(
    val url: String,
    val method: String? = null,
    val status: Int? = null,
    val body: String? = null,
    val contentType: String? = null,
)

/** What pages take; `docs/page.md` explains every field and its default. */
public sealed interface PagePayload : Payload {
    /** `find` */
    @Serializable
    public data class Find(
        val value: String,
        val by: String? = null,
        val name: String? = null,
        val exact: Boolean? = null,
        val hidden: Boolean? = null,
        val limit: Int? = null,
    ) : PagePayload {
        public constructor(value: String, by: FindBy, name: String? = null) : this(value, by.wireName, name)

        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `search`: [regex] is JavaScript's; [context] characters on either side (60). */
    @Serializable
    public data class Search(
        val value: String,
        val regex: Boolean? = null,
        val exact: Boolean? = null,
        val context: Int? = null,
        val limit: Int? = null,
    ) : PagePayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `wait`: all that is given must hold. [quiet]: ms without a change of the DOM, only with `start`. */
    @Serializable
    public data class Wait(
        val selector: String? = null,
        val text: String? = null,
        val url: String? = null,
        val ref: String? = null,
        val state: String? = null,
        val quiet: Int? = null,
        val load: Boolean? = null,
        val absent: Boolean? = null,
        val timeoutMs: Int? = null,
    ) : PagePayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `scroll`: by [amount] px, the page or what [ref] is in, or until [text] is there. */
    @Serializable
    public data class Scroll(
        val direction: ScrollDirection? = null,
        val amount: Double? = null,
        val ref: String? = null,
        val text: String? = null,
    ) : PagePayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `pressKey`, `keyDown`, `keyUp`; `char`: the text to type. */
    @Serializable
    public data class Key(val key: String) : PagePayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `mouseMove`, `mouseDown`, `mouseUp`, `mouseClick`; `wheel` with deltas. CSS px of the top viewport. */
    @Serializable
    public data class Mouse(
        val x: Double,
        val y: Double,
        val deltaX: Double? = null,
        val deltaY: Double? = null,
    ) : PagePayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `navigate`, `pushState` */
    @Serializable
    public data class Url(val url: String) : PagePayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `hooks`; [dialogs] is a boolean, `accept`, `dismiss` or `{"text": ...}`, [network] a boolean or `{"mocks": [...]}`. */
    @Serializable
    public data class Hooks(
        val dialogs: JsonElement? = null,
        val console: Boolean? = null,
        val network: JsonElement? = null,
        val listeners: Boolean? = null,
        val closedShadowRoots: Boolean? = null,
        val read: Boolean? = null,
    ) : PagePayload {
        override fun toJson(): JsonElement = encode(serializer(), this)

        public companion object {
            /** The value of `dialogs` that accepts them all, or dismisses them. */
            public fun answer(accept: Boolean): JsonElement = JsonPrimitive(if (accept) "accept" else "dismiss")
        }
    }

    /** `storage`: items to write; without anything it only gives. */
    @Serializable
    public data class Storage(
        val local: Map<String, String>? = null,
        val session: Map<String, String>? = null,
        val clear: Boolean? = null,
    ) : PagePayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `cookies` to write, each as for `document.cookie`. */
    @Serializable
    public data class Cookies(val set: List<String>? = null) : PagePayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `highlight` */
    @Serializable
    public data class Highlight(val refs: List<String>? = null, val off: Boolean? = null) : PagePayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `extract` as Markdown: [scope] is a ref or a CSS selector. */
    @Serializable
    public data class Extract(
        val scope: String? = null,
        val maxCharsTotal: Int? = null,
        val boundary: String? = null,
    ) : PagePayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }
}
