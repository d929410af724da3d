package io.agentbrowser.sample

import android.app.Activity
import android.os.Bundle
import android.view.ViewGroup.LayoutParams.MATCH_PARENT
import android.view.ViewGroup.LayoutParams.WRAP_CONTENT
import android.widget.ArrayAdapter
import android.widget.Button
import android.widget.EditText
import android.widget.LinearLayout
import android.widget.ListView
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.cancel
import kotlinx.coroutines.launch

/**
 * A URL bar, the page, and a panel with the text that a model would read. A tap on a line acts on its ref; Log shows
 * the tool calls.
 */
class MainActivity : Activity() {
    private val scope = CoroutineScope(SupervisorJob() + UiThread)

    /** Public for the instrumented tests, which act in it too. */
    val web: AgentWebView by lazy { AgentWebView(this, onClose = ::finish, onGone = ::recreate) }

    private val agent by lazy { SampleAgent(web.view::evaluate, web, web.urls) }
    private val panel by lazy { ListView(this) }

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        val address = EditText(this).apply { setText("$SAMPLE_ORIGIN/demo.html") }
        val text = EditText(this).apply { hint = "Text for fields" }
        val bar = row(address, button("Go") { call("web_open", "url" to address.text.toString()) })
        val tools = row(
            text,
            button("Read") { call("web_snapshot") },
            button("Back") { call("web_back") },
            button("Log") { show(agent.log) },
        )
        panel.setOnItemClickListener { _, _, at, _ -> tap(agent.lines.getOrElse(at) { "" }, text.text.toString()) }
        setContentView(
            LinearLayout(this).apply {
                orientation = LinearLayout.VERTICAL
                addView(bar, MATCH_PARENT, WRAP_CONTENT)
                addView(web.view, LinearLayout.LayoutParams(MATCH_PARENT, 0, 1f))
                addView(tools, MATCH_PARENT, WRAP_CONTENT)
                addView(panel, LinearLayout.LayoutParams(MATCH_PARENT, 0, 1f))
            },
        )
        call("web_open", "url" to address.text.toString())
    }

    override fun onDestroy() {
        scope.cancel()
        web.view.destroy()
        super.onDestroy()
    }

    private fun call(name: String, vararg arguments: Pair<String, String>) {
        scope.launch {
            agent.call(name, *arguments)
            show(agent.lines)
        }
    }

    private fun tap(line: String, text: String) {
        scope.launch { if (agent.tap(line, text) != null) show(agent.lines) }
    }

    private fun show(lines: List<String>) {
        panel.adapter = ArrayAdapter(this, android.R.layout.simple_list_item_1, lines)
    }

    private fun button(label: String, onPress: () -> Unit) = Button(this).apply {
        this.text = label
        setOnClickListener { onPress() }
    }

    private fun row(field: EditText, vararg buttons: Button) = LinearLayout(this).apply {
        addView(field, LinearLayout.LayoutParams(0, WRAP_CONTENT, 1f))
        for (button in buttons) addView(button)
    }
}
