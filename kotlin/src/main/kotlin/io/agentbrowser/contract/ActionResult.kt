package io.agentbrowser.contract

import io.agentbrowser.json.fields
import io.agentbrowser.json.text
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.contentOrNull

/** Actions on an element; `docs/actions.md` describes the effect and the payload of each. */
public enum class ActionKind(override val wireName: String) : WireName {
    CLICK("click"),
    DBLCLICK("dblclick"),
    CONTEXTMENU("contextmenu"),
    LONGPRESS("longpress"),
    TAP("tap"),
    SWIPE("swipe"),
    HOVER("hover"),
    FOCUS("focus"),
    BLUR("blur"),
    FILL("fill"),
    TYPE("type"),
    CLEAR("clear"),
    PRESS("press"),
    SELECT("select"),
    SELECT_TEXT("selectText"),
    CHECK("check"),
    UNCHECK("uncheck"),
    SET_CHECKED("setChecked"),
    UPLOAD("upload"),
    DROP("drop"),
    DRAG("drag"),
    SCROLL("scroll"),
    SCROLL_INTO_VIEW("scrollIntoView"),
    SUBMIT("submit"),
    DISPATCH("dispatch"),

    /** The host sends the mouse and key input itself, at the point in `awaits` of `poll`. */
    OBSERVE("observe"),
}

/** The result of `action`: [ActionOk] or [ErrorResult]. */
public sealed interface ActionResult : AgentResult

/**
 * What was observed after an action; each field only where it differs from before.
 *
 * @property value the value of the field after the action, cut after 4000 characters with `…`
 * @property checked `true`, `false` or `mixed`
 * @property selected labels of the options that are selected after the action, each cut like a value
 * @property focus the focused element after the action
 * @property url the document's URL after the action, at most 20000 characters
 * @property leaving the page has begun a navigation that is not done yet (a slow server), or a download
 * @property awaiting the number of calls to servers, caused by the action, without an answer after 2 s
 * @property dialog a dialog that has opened
 * @property detached the target left the document
 * @property found `scroll` to a text: the element that contains it
 * @property mutations DOM mutations observed while the action ran
 * @property defaultPrevented a handler called preventDefault on the action's main event
 */
@Serializable
public data class Effect(
    val value: String? = null,
    val checked: JsonPrimitive? = null,
    val selected: List<String>? = null,
    val expanded: Boolean? = null,
    val focus: ElementLabel? = null,
    val url: String? = null,
    val leaving: Boolean = false,
    val awaiting: Int = 0,
    val dialog: ElementLabel? = null,
    val detached: Boolean = false,
    val scroll: ScrollState? = null,
    val found: ElementLabel? = null,
    val mutations: Double = 0.0,
    val defaultPrevented: Boolean = false,
)

/**
 * An action whose events were sent.
 *
 * @property verified `true`: the effect was read back and is right; null: the events were sent, and no effect could be
 *   observed
 * @property point the point of the action (CSS px); a host may send trusted input there
 * @property snapshot with `run` and `start`: the changes since the last snapshot
 */
public class ActionOk internal constructor(
    override val meta: Meta,
    public val ref: String,
    public val kind: String,
    public val effect: Effect,
    public val verified: Boolean?,
    public val point: Point?,
    public val snapshot: SnapshotResult?,
) : ActionResult

internal fun readAction(json: JsonObject): ActionResult = json.readResult({ it }) { ok ->
    ActionOk(
        ok.readMeta(),
        ok.text("ref").orEmpty(),
        ok.text("kind").orEmpty(),
        ok.fields("effect")?.read(Effect.serializer()) ?: Effect(),
        (ok["verified"] as? JsonPrimitive)?.contentOrNull?.toBooleanStrictOrNull(),
        ok.fields("point")?.let(Point::from),
        ok.fields("snapshot")?.let(::readSnapshot),
    )
}
