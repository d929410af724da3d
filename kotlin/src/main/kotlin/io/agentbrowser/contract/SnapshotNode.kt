package io.agentbrowser.contract

import io.agentbrowser.json.count
import io.agentbrowser.json.fields
import io.agentbrowser.json.flag
import io.agentbrowser.json.number
import io.agentbrowser.json.text
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/**
 * A node of a snapshot. A field that does not apply to it is null. Fields that this version does not know are in [json].
 */
public class SnapshotNode internal constructor(
    /** All fields but the children, in the page's order. */
    public val json: Map<String, JsonElement>,
    /** Its children, in document order. */
    public val children: List<SnapshotNode>,
) {
    /** Two consonants and a number, `kd6`; `f<N>kd6` in a frame of another origin; null for a node without a ref. */
    public val ref: String? = json.text("ref")

    /** Lower-case tag name; null for loose text. */
    public val tag: String? = json.text("tag")

    /** ARIA role; `text` for loose text, `generic` without a role. */
    public val role: String = json.text("role").orEmpty()

    /** Accessible name, white space collapsed, at most `maxTextPerNode`. */
    public val name: String? = json.text("name")

    /**
     * The source of a name that is not the accessible name: `content` (the visible text of a role that is not named from
     * content), else it is a guess: `label`, `tooltip`, `value`, `icon`, `author`, `look`.
     */
    public val nameSource: String? get() = json.text("nameSource")

    /** Own text that is not part of the name, at most `maxTextPerNode`. */
    public val text: String? = json.text("text")

    /** Live value of a field, a select or a range. Secrets are masked. */
    public val value: String? = json.text("value")

    /**
     * Why an element without a widget role has a ref: `clickable`, `focusable`, `editable`, `scrollable`, `draggable`,
     * `droppable`, `hoverable`.
     */
    public val hint: String? = json.text("hint")

    public val placeholder: String? get() = json.text("placeholder")

    /** Input type where the role does not tell it. */
    public val type: String? get() = json.text("type")

    /** URL of a link, without the origin where that is the document's own. */
    public val url: String? get() = json.text("url")

    /** Heading level or tree level, 1 and up. */
    public val level: Double? get() = json.number("level")

    /** `true`, `false` or `mixed`. */
    public val checked: String? get() = json.text("checked")
    public val selected: Boolean? get() = json.flag("selected")
    public val expanded: Boolean? get() = json.flag("expanded")

    /** `true`, `false` or `mixed`. */
    public val pressed: String? get() = json.text("pressed")
    public val disabled: Boolean get() = json.flag("disabled") == true
    public val readonly: Boolean get() = json.flag("readonly") == true
    public val required: Boolean get() = json.flag("required") == true
    public val invalid: Boolean get() = json.flag("invalid") == true

    /** The message of the page or the browser about an invalid value. */
    public val validationMessage: String? get() = json.text("validationMessage")
    public val focused: Boolean get() = json.flag("focused") == true

    /** `menu`, `listbox`, `tree`, `grid` or `dialog`. */
    public val haspopup: String? get() = json.text("haspopup")

    /** `page`, `step`, `location`, `date`, `time` or `true`. */
    public val current: String? get() = json.text("current")
    public val modal: Boolean get() = json.flag("modal") == true
    public val multiselectable: Boolean get() = json.flag("multiselectable") == true
    public val busy: Boolean get() = json.flag("busy") == true
    public val live: String? get() = json.text("live")
    public val sort: String? get() = json.text("sort")
    public val valuemin: Double? get() = json.number("valuemin")
    public val valuemax: Double? get() = json.number("valuemax")
    public val description: String? get() = json.text("description")

    /** The scroll position of a container, and how far it can still be scrolled. */
    public val scroll: ScrollState? get() = json.fields("scroll")?.let(ScrollState::from)

    /** In CSS px of the top document's viewport; only with `boxes`. */
    public val box: Box? get() = json.fields("box")?.let(Box::from)

    /** Another element covers the hit point; only with `occlusion`. */
    public val covered: Boolean get() = json.flag("covered") == true

    /** Has a ref and lies outside of the viewport. */
    public val offscreen: Boolean get() = json.flag("offscreen") == true

    /** Only with `includeHidden`. */
    public val hidden: Boolean get() = json.flag("hidden") == true

    /** A frame that could not be entered, or one of another origin that has reported its content. */
    public val frame: FrameInfo? get() = json.fields("frame")?.let(FrameInfo::from)

    /** Controls appear only while the pointer is over it. */
    public val hover: Boolean get() = json.flag("hover") == true

    /**
     * A part around the main content (banner, navigation, ...) with all its descendants: it is printed last where not
     * everything has room.
     */
    public val aside: Boolean = json.flag("aside") == true

    /** Printed in an earlier or later part: the node is here only as the ancestor of others, or for its [more]. */
    public val context: Boolean = json.flag("context") == true

    /** Counts of children that are not listed. */
    public val more: Omitted? = json.fields("more")?.let(Omitted::from)

    /** A copy without one of its fields. */
    internal fun without(field: String): SnapshotNode = SnapshotNode(json - field, children)

    /** `button "Remove" [ref=kd6]` */
    override fun toString(): String = role + (name?.let { " \"$it\"" } ?: "") + (ref?.let { " [ref=$it]" } ?: "")
}

/** Counts of nodes that are not listed: all, the interactive ones, and the characters of their text (UTF-16 code units). */
@Serializable
public data class Omitted(val nodes: Int, val interactive: Int = 0, val textChars: Int = 0) {
    internal companion object {
        fun from(json: JsonObject): Omitted =
            Omitted(json.count("nodes") ?: 0, json.count("interactive") ?: 0, json.count("textChars") ?: 0)
    }
}

/** The scroll position of a container, and how far it can still be scrolled, in CSS px. */
@Serializable
public data class ScrollState(
    val x: Double,
    val y: Double,
    val left: Double? = null,
    val right: Double? = null,
    val up: Double? = null,
    val down: Double? = null,
) {
    internal companion object {
        fun from(json: JsonObject): ScrollState = ScrollState(
            json.number("x") ?: 0.0,
            json.number("y") ?: 0.0,
            json.number("left"),
            json.number("right"),
            json.number("up"),
            json.number("down"),
        )
    }
}

/** A box in CSS px of the top document's viewport. */
@Serializable
public data class Box(val x: Double, val y: Double, val width: Double, val height: Double) {
    internal companion object {
        fun from(json: JsonObject): Box = Box(
            json.number("x") ?: 0.0,
            json.number("y") ?: 0.0,
            json.number("width") ?: 0.0,
            json.number("height") ?: 0.0,
        )
    }
}

/** A point in CSS px of the top document's viewport. Multiplied by the display density, it is in px of an Android view. */
@Serializable
public data class Point(val x: Double, val y: Double) {
    internal companion object {
        fun from(json: JsonObject): Point = Point(json.number("x") ?: 0.0, json.number("y") ?: 0.0)
    }
}

/**
 * A frame of another document.
 *
 * @property access `opaque`: it could not be entered; `channel`: it is of another origin and has reported its content
 * @property reason why it is opaque: `cross_origin`, `sandboxed`, `not_loaded`, `disabled`; with a channel key also
 *   `no_channel`, `tampered`, `no_answer`, `too_deep`, `no_room`
 * @property origin for a frame with a channel as told by the browser, else that of its URL
 */
@Serializable
public data class FrameInfo(
    val access: String,
    val reason: String? = null,
    val origin: String? = null,
    val src: String? = null,
) {
    internal companion object {
        fun from(json: JsonObject): FrameInfo =
            FrameInfo(json.text("access") ?: "opaque", json.text("reason"), json.text("origin"), json.text("src"))
    }
}

/** The primitive JSON value of a field; null for an object, an array or an absent field. */
internal fun SnapshotNode.primitive(field: String): JsonPrimitive? = json[field] as? JsonPrimitive
