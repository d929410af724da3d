package io.agentbrowser.host

/** Dialogs that a page opens with a function and that block it until the host answers. */
public enum class DialogKind { ALERT, CONFIRM, PROMPT, BEFORE_UNLOAD }

/** @property text the text for a prompt; null: the dialog is answered without one */
public class DialogAnswer(public val accept: Boolean, public val text: String? = null)

/** @property message the dialog's message, at most 500 characters */
public class DialogSeen(public val kind: DialogKind, public val message: String, public val answer: DialogAnswer)

/**
 * Decides the answer to a page's dialogs at once, so that no call of a session waits for a person, and keeps a record of
 * them. To be called in `WebChromeClient.onJsAlert`, `onJsConfirm`, `onJsPrompt` and `onJsBeforeUnload`. Not thread-safe.
 *
 * By default alerts and leaving a page are accepted; confirmations are dismissed, since nobody has agreed to anything, and
 * prompts too.
 */
public class DialogPolicy(
    private val decide: (kind: DialogKind, message: String, suggested: String?) -> DialogAnswer = ::cautious,
) {
    private val seen = ArrayDeque<DialogSeen>()

    /** The answer to a dialog; [suggested]: the default text of a prompt. */
    public fun answer(kind: DialogKind, message: String?, suggested: String? = null): DialogAnswer {
        val text = message.orEmpty().take(LONGEST)
        val answer = decide(kind, text, suggested)
        seen.addLast(DialogSeen(kind, text, answer))
        if (seen.size > KEPT) seen.removeFirst()
        return answer
    }

    /** The dialogs since the last call, oldest first; at most the last 20. */
    public fun drain(): List<DialogSeen> = seen.toList().also { seen.clear() }

    private companion object {
        const val LONGEST = 500
        const val KEPT = 20

        fun cautious(kind: DialogKind, message: String, suggested: String?): DialogAnswer =
            DialogAnswer(accept = kind == DialogKind.ALERT || kind == DialogKind.BEFORE_UNLOAD)
    }
}
