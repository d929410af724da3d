package io.agentbrowser.host

/** Dialogs that a page opens with a function and that block it until the host answers. */
public enum class DialogKind { ALERT, CONFIRM, PROMPT, BEFORE_UNLOAD }

/** @property text what a prompt gets; null: the dialog is answered without one */
public class DialogAnswer(public val accept: Boolean, public val text: String? = null)

/** @property message what the page said, at most 500 characters */
public class DialogSeen(public val kind: DialogKind, public val message: String, public val answer: DialogAnswer)

/**
 * Answers a page's dialogs at once, so that no call of a session waits for a person, and keeps what they said.
 * `WebChromeClient.onJsAlert`, `onJsConfirm`, `onJsPrompt` and `onJsBeforeUnload` ask it. Not thread-safe: one thread asks.
 *
 * By default alerts and leaving a page are accepted, confirmations are not (nobody has agreed to anything), and prompts
 * are dismissed.
 */
public class DialogPolicy(
    private val decide: (kind: DialogKind, message: String, suggested: String?) -> DialogAnswer = ::cautious,
) {
    private val seen = ArrayDeque<DialogSeen>()

    /** The answer to a dialog; [suggested]: the text that a prompt comes with. */
    public fun answer(kind: DialogKind, message: String?, suggested: String? = null): DialogAnswer {
        val said = message.orEmpty().take(LONGEST)
        val answer = decide(kind, said, suggested)
        seen.addLast(DialogSeen(kind, said, answer))
        if (seen.size > KEPT) seen.removeFirst()
        return answer
    }

    /** What was seen since the last time, oldest first; at most the last 20. */
    public fun drain(): List<DialogSeen> = seen.toList().also { seen.clear() }

    private companion object {
        const val LONGEST = 500
        const val KEPT = 20

        fun cautious(kind: DialogKind, message: String, suggested: String?): DialogAnswer =
            DialogAnswer(accept = kind == DialogKind.ALERT || kind == DialogKind.BEFORE_UNLOAD)
    }
}
