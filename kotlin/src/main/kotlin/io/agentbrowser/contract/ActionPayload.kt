package io.agentbrowser.contract

import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonElement

/**
 * A file for `upload` and `drop`; [base64] or [text] is its content. [type] is its MIME type, by default that of its
 * extension.
 */
@Serializable
public data class FilePayload(
    val name: String,
    val type: String? = null,
    val base64: String? = null,
    val text: String? = null,
)

/**
 * Payloads of actions; a kind that is not listed has none. With `start`, each action times out after `timeoutMs`
 * (5000).
 */
public sealed interface ActionPayload : Payload {
    /**
     * `click`, `dblclick` or `contextmenu` at [position] (CSS px from the element's top left corner) instead of its
     * hit point,
     * with [modifiers] held (`Shift`); a click with the [button] `right`.
     */
    @Serializable
    public data class Click(
        val position: Point? = null,
        val modifiers: List<String>? = null,
        val button: String? = null,
    ) : ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }

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
     * `swipe`: in a [direction] over most of the visible part of the element or [amount] CSS px, or by [dx] and [dy];
     * from the
     * point [from] in it, within [ms].
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

    /** `select`: one of the three fields, with several entries where several options may be selected. */
    @Serializable
    public data class Select(
        val label: List<String>? = null,
        val value: List<String>? = null,
        val index: List<Int>? = null,
    ) : ActionPayload {
        public constructor(label: String) : this(listOf(label))

        override fun toJson(): JsonElement = encode(serializer(), this)
    }

    /** `selectText`: this text, this range (UTF-16 code units), or with no field all of it. */
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
     * `drag` onto the element [to], at [position] in it (CSS px), or by [dx] and [dy] CSS px; from the point [from] in the
     * dragged element, which is held for [holdMs] first.
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

    /** `scroll`: by a direction and CSS px, by [dx] and [dy] CSS px, or until [text] is found. */
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

    /** `dispatch`: any one event, dispatched without checks. */
    @Serializable
    public data class Dispatch(val type: String, val init: Map<String, JsonElement>? = null) : ActionPayload {
        override fun toJson(): JsonElement = encode(serializer(), this)
    }
}

/** The direction of a swipe. */
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
