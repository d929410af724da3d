package io.agentbrowser.contract

import io.agentbrowser.json.fields
import io.agentbrowser.json.flag
import io.agentbrowser.json.text
import kotlinx.serialization.json.JsonObject

/** The result of `start`: [JobStarted] or [ErrorResult]. */
public sealed interface JobStart : AgentResult

/** @property job the id of the job, for `poll`; contains the document's id */
public data class JobStarted(override val meta: Meta, val job: String) : JobStart

/** The result of `poll`: [JobPending], [JobDone] or [ErrorResult]. */
public sealed interface JobState : AgentResult

/** The job still runs. */
public data class JobPending(override val meta: Meta, val job: String) : JobState

/** @property result the result of the verb that was started, as JSON */
public data class JobDone(override val meta: Meta, val job: String, val result: JsonObject) : JobState

internal fun readJobStart(json: JsonObject): JobStart =
    json.readResult({ it }) { JobStarted(it.readMeta(), it.text("job").orEmpty()) }

internal fun readJobState(json: JsonObject): JobState = json.readResult({ it }) { ok ->
    val job = ok.text("job").orEmpty()
    val result = ok.fields("result")
    if (ok.flag("done") == true && result != null) JobDone(ok.readMeta(), job, result)
    else JobPending(ok.readMeta(), job)
}
