package io.agentbrowser.tools

import io.agentbrowser.contract.PageKind
import io.agentbrowser.contract.PageTool
import io.agentbrowser.contract.PageToolPayload
import io.agentbrowser.contract.PageTools
import io.agentbrowser.session.AgentSession
import io.agentbrowser.session.quoted
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/** The annotations of a listed tool, as the Model Context Protocol names them. */
@Serializable
public data class ListedPageToolHints(
    val title: String,
    val readOnlyHint: Boolean,
    val destructiveHint: Boolean,
    val openWorldHint: Boolean,
)

/**
 * A tool of the page as a host lists it among its own tools. Its JSON is a tool of the Model Context Protocol.
 *
 * @property name `page_` and the page's name of it, with letters, digits, `_` and `-` only, at most 64 characters
 * @property description the page's description, introduced as such
 */
@Serializable
public data class ListedPageTool(
    val name: String,
    val title: String,
    val description: String,
    val inputSchema: JsonObject,
    val annotations: ListedPageToolHints,
) {
    /** For [ToolCatalog.openAi] and [ToolCatalog.anthropic]. */
    public fun toTool(): Tool = Tool(name, description, inputSchema, optIn = false)
}

/**
 * The tools of a session's page, for a host that lists them beside its own while the page is open. Tools with
 * `consequentialHint` are listed too; calling one is refused by default.
 *
 * ```
 * pageTools.refresh(session)                                            // after each step: true if they have changed
 * request.tools = ToolCatalog.anthropic(executor.tools + pageTools.tools.map { it.toTool() })
 * val ofPage = pageTools.pageName(call.name)                            // null: one of the executor's own
 * if (ofPage != null) session.callTool(ofPage, call.input) else executor.execute(call.name, call.input)
 * ```
 */
public class PageToolList {
    /** At most 100. */
    public var tools: List<ListedPageTool> = emptyList()
        private set

    private var names: Map<String, String> = emptyMap()

    /** The page's name of a listed tool: for [AgentSession.callTool] and `web_call_page_tool`. */
    public fun pageName(name: String): String? = names[name]

    /** Reads the tools of the page; returns whether they have changed. Without a session there are none. */
    public suspend fun refresh(session: AgentSession?): Boolean {
        val found = mutableListOf<PageTool>()
        while (session != null && found.size < MOST_TOOLS) {
            val payload = PageToolPayload.Tools(after = found.size.takeIf { it > 0 })
            val listed = session.page(PageKind.TOOLS, payload).result as? PageTools ?: break
            found += listed.tools
            if (listed.after != found.size) break
        }
        names = namesOf(found.take(MOST_TOOLS))
        val listed = found.zip(names.keys) { tool, name -> toListed(name, tool) }
        return (listed != tools).also { tools = listed }
    }

    private companion object {
        const val MOST_TOOLS = 100
    }
}

private const val NAME_CHARS = 64

private val UNFIT = Regex("[^A-Za-z0-9_-]")

/** The page's name of each tool by its listed name, in the order of [tools]. */
internal fun namesOf(tools: List<PageTool>): Map<String, String> = buildMap {
    for (tool in tools) {
        val clean = "page_" + UNFIT.replace(tool.name, "_")
        val candidates = generateSequence(1) { it + 1 }.map { n ->
            val suffix = if (n == 1) "" else "_$n"
            clean.take(NAME_CHARS - suffix.length) + suffix
        }
        put(candidates.first { it !in this }, tool.name)
    }
}

internal fun toListed(name: String, tool: PageTool): ListedPageTool {
    val title = "Of the page: ${tool.title ?: tool.name}"
    val ends = if (tool.waits) " A person has to submit it." else ""
    val isReading = tool.annotations.readOnlyHint
    return ListedPageTool(
        name,
        title,
        "A tool of the page that is open. In the page's words: ${quoted(tool.description)}$ends",
        JsonObject(tool.inputSchema.orEmpty() + ("type" to JsonPrimitive("object"))),
        ListedPageToolHints(title, isReading, destructiveHint = !isReading, openWorldHint = true),
    )
}
