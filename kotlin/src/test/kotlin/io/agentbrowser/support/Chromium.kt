package io.agentbrowser.support

import com.microsoft.playwright.Browser
import com.microsoft.playwright.BrowserContext
import com.microsoft.playwright.BrowserType
import com.microsoft.playwright.Page
import com.microsoft.playwright.Playwright
import com.microsoft.playwright.PlaywrightException
import com.microsoft.playwright.Route
import io.agentbrowser.render.quoteJson
import io.agentbrowser.scenarios.ScenarioTab
import java.io.File

/** The Chromium of this machine, one for all tests; where `npm test` has found or installed it. */
object Chromium {
    const val ORIGIN = "https://sample.test"

    private val playwright: Playwright by lazy { Playwright.create() }

    private val browser: Browser by lazy {
        val path = System.getenv("AGENT_BROWSER_SHELL") ?: System.getenv("AGENT_BROWSER_CHROMIUM") ?: "/usr/bin/chromium"
        check(File(path).exists()) { "There is no Chromium at $path: run `npm test`, or set AGENT_BROWSER_CHROMIUM." }
        val options = BrowserType.LaunchOptions()
            .setExecutablePath(File(path).toPath())
            .setHeadless(true)
            .setChromiumSandbox(false)
            .setArgs(listOf("--disable-gpu", "--no-first-run", "--disable-background-networking"))
        playwright.chromium().launch(options)
    }

    /** A phone: touch, 412 x 915 CSS px, density 2.6. Its pages are the files of [folders], under [ORIGIN]. */
    fun phone(vararg folders: File): BrowserContext {
        val options = Browser.NewContextOptions()
            .setHasTouch(true)
            .setIsMobile(true)
            .setViewportSize(412, 915)
            .setDeviceScaleFactor(2.6)
        return browser.newContext(options).also { context -> context.route("**/*") { serve(it, folders) } }
    }

    private fun serve(route: Route, folders: Array<out File>) {
        val url = route.request().url()
        val path = url.removePrefix(ORIGIN).substringBefore('?').substringBefore('#').removePrefix("/")
        val file = folders.map { File(it, path) }.firstOrNull { it.isFile }
        if (!url.startsWith(ORIGIN)) route.abort()
        else if (file == null) route.fulfill(Route.FulfillOptions().setStatus(404).setBody("Not found"))
        else route.fulfill(Route.FulfillOptions().setPath(file.toPath()))
    }
}

/** A page that answers as a WebView does: values JSON-encoded, a throw or a page that is being left as `null`. */
class Tab(val page: Page) : ScenarioTab {
    /** Expressions that were evaluated. */
    var evaluated = 0
        private set

    override suspend fun evaluate(expression: String): String {
        evaluated++
        val value = try {
            page.evaluate(expression)
        } catch (error: PlaywrightException) {
            if ("closed" in error.message.orEmpty()) throw error
            null
        }
        return when (value) {
            null -> "null"
            is String -> quoteJson(value)
            is Number, is Boolean -> value.toString()
            else -> "{}"
        }
    }

    override suspend fun load(page: String) {
        this.page.navigate("${Chromium.ORIGIN}/$page")
    }
}

/** Runs a test on a page of its own. */
fun onPhone(vararg folders: File, test: suspend (Tab) -> Unit) {
    Chromium.phone(*folders).use { context ->
        kotlinx.coroutines.runBlocking { test(Tab(context.newPage())) }
    }
}

val sampleAssets: File = Project.file("android-sample/app/src/main/assets")
