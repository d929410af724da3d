package io.agentbrowser.contract

import io.agentbrowser.json.fields
import io.agentbrowser.json.text
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.contentOrNull

/** What can be done with an element; `docs/actions.md` says what each does and takes. */
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

    /** The host presses and types itself, at the point that `poll` says (`awaits`). */
    OBSERVE("observe"),
}

/** What `action` gives: [ActionOk] or [ErrorResult]. */
public sealed interface ActionResult : AgentResult

/**
 * What was observed after an action; each field only where it differs from before.
 *
 * @property value what the field holds now; cut after 4000 characters, which `…` marks
 * @property checked `true`, `false` or `mixed`
 * @property selected labels of what is chosen now, each cut like a value
 * @property focus what has the focus now
 * @property url where the document is now, at most 20000 characters
 * @property leaving the page began to be left for another one, which is slow, or for a download
 * @property awaiting so many answers of servers that the page has asked because of it are still to come, after 2 s
 * @property dialog a dialog that has opened
 * @property detached the target left the document
 * @property found `scroll` to a text: the element that holds it
 * @property mutations DOM mutations seen while the action ran
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
 * @property verified `true`: read back and right; `false`; null: the events were sent and nothing could be observed
 * @property point where it took place (CSS px); a host may tap there for real
 * @property snapshot with `run` and `start`: what has changed since the last snapshot
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
