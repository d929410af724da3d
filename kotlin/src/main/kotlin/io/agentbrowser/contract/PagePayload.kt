package io.agentbrowser.contract

import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonPrimitive

/** The criterion of `find`. */
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

/** The state of an element that `wait` waits for. */
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

/** The answer to each matching request, which is then not sent; [url] is a part of the request's URL. */
@Serializable
public data class Mock(
    val url: String,
    val method: String? = null,
    val status: Int? = null,
    val body: String? = null,
    val contentType: String? = null,
)

/** Payloads of page verbs; `docs/page.md` explains every field and its default. */
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
        val after: Int? = null,
    ) : PagePayload {
        public constructor(value: String, by: FindBy, name: String? = null) : this(value, by.wireName, name)

        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `search`: with [regex], `value` is a JavaScript regular expression; [context]: characters on either side (60). */
    @Serializable
    public data class Search(
        val value: String,
        val regex: Boolean? = null,
        val exact: Boolean? = null,
        val context: Int? = null,
        val limit: Int? = null,
        val after: Int? = null,
    ) : PagePayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `wait`: all given conditions must hold. [quiet]: the DOM has not changed for this many ms; only with `start`. */
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

    /** `scroll`: the page or the scroll container of [ref], by [amount] CSS px or until [text] is found. */
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

    /** `mouseMove`, `mouseDown`, `mouseUp`, `mouseClick`; `wheel` with deltas. In CSS px of the top viewport. */
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

    /**
     * `hooks`; [dialogs] is a boolean, `accept`, `dismiss` or `{"text": ...}`, [network] a boolean or `{"mocks":
     * [...]}`.
     */
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
            /** The value of `dialogs` that accepts or dismisses all dialogs. */
            public fun answer(accept: Boolean): JsonElement = JsonPrimitive(if (accept) "accept" else "dismiss")
        }
    }

    /** `storage`: items to write, by key. With no field it only reads. */
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

    /**
     * `extract` as Markdown: [scope] is a ref or a CSS selector; [after] that of the last answer; [urls] writes links
     * with their URLs.
     */
    @Serializable
    public data class Extract(
        val scope: String? = null,
        val maxCharsTotal: Int? = null,
        val boundary: String? = null,
        val after: Int? = null,
        val urls: Boolean? = null,
    ) : PagePayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }
}
