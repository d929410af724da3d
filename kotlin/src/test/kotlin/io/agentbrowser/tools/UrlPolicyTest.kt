package io.agentbrowser.tools

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class UrlPolicyTest {
    private fun allowed(policy: UrlPolicy, url: String) = (policy.judge(url) as? UrlVerdict.Allowed)?.url

    @Test
    fun `lets through what browsers load from the web`() {
        val policy = UrlPolicy()
        for (url in listOf("https://a.test/", "http://a.test:8080/x?y#z", "HTTPS://a.test", "about:blank", "http://[::1]/", "https://a.test?q=a b|c")) {
            assertEquals(url, allowed(policy, url))
        }
        assertEquals("https://a.test/x", allowed(policy, " a.test/x\n"))
        assertEquals("https://localhost:8080/x", allowed(policy, "localhost:8080/x"))
        assertEquals("https://a.test/x", allowed(policy, "//a.test/x"))
    }

    @Test
    fun `nothing else, however it is spelled`() {
        val policy = UrlPolicy()
        val wrong = listOf(
            "javascript:alert(1)", "JavaScript:alert(1)", "java\tscript:alert(1)", " \u0001javascript:alert(1)", "data:text/html,x",
            "file:///etc/passwd", "content://contacts", "intent://x#Intent;end", "blob:https://a.test/1", "view-source:https://a.test",
            "about:config", "chrome://version", "https:", "https://", "http:///x", "https:\\\\evil.test", "https://a b/", "",
        )
        for (url in wrong) assertTrue(policy.judge(url) is UrlVerdict.Blocked, url)
    }

    @Test
    fun `a list of hosts holds for what is below them, and for nothing that only looks so`() {
        val policy = UrlPolicy(hosts = setOf("shop.test"))
        for (url in listOf("https://shop.test/", "https://www.SHOP.test/x", "https://user@shop.test/")) assertEquals(url, allowed(policy, url))
        val wrong = listOf(
            "https://evilshop.test/", "https://shop.test.evil.test/", "https://evil.test/shop.test", "https://shop.test@evil.test/",
            "https://evil.test?x=.shop.test", "https://evil.test#.shop.test", "https://evil.test\\.shop.test/", "shop.test:x@evil.test",
        )
        for (url in wrong) assertTrue(policy.judge(url) is UrlVerdict.Blocked, url)
    }
}
