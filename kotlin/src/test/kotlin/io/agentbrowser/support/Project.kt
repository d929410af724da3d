package io.agentbrowser.support

import io.agentbrowser.json.parseJson
import kotlinx.serialization.json.JsonElement
import java.io.File

/** The checkout that this module stands in. */
object Project {
    val root: File = generateSequence(File("").absoluteFile) { it.parentFile }.first { File(it, "src/contract.ts").exists() }

    fun file(path: String): File = File(root, path)

    fun json(path: String): JsonElement = parseJson(file(path).readText())

    /** Real pages, for measuring only; they are not part of the project and may be missing. */
    val corpus: File = File(root, "../shared/corpus").canonicalFile

    /** Runs a script of the checkout with Node and gives what it prints; null where there is no Node. */
    fun node(vararg arguments: String): String? {
        val process = try {
            ProcessBuilder(listOf("node") + arguments).directory(root).redirectError(ProcessBuilder.Redirect.INHERIT).start()
        } catch (_: java.io.IOException) {
            return null
        }
        val printed = process.inputStream.bufferedReader().readText()
        check(process.waitFor() == 0) { "node ${arguments.joinToString(" ")} ended with ${process.exitValue()}" }
        return printed
    }
}
