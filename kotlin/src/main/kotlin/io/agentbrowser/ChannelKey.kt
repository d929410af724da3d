package io.agentbrowser

import java.security.MessageDigest
import java.security.SecureRandom
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

private const val PLACEHOLDER = "@agent-browser-channel-key@"
private const val KEY_CHARS = 43
private const val ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

private val KEY = Regex("[A-Za-z0-9_-]{32,}")

/** A key for the scripts of one session: random, never stored, never shown to a page or a model. */
public fun newChannelKey(): String {
    val random = SecureRandom()
    return String(CharArray(KEY_CHARS) { ALPHABET[random.nextInt(ALPHABET.length)] })
}

/** The script with a key in the place that is meant for it. */
internal fun withChannelKey(script: String, key: String): String {
    require(KEY.matches(key)) { "A channel key has at least 32 characters, of A-Z, a-z, 0-9, - and _." }
    val parts = script.split(PLACEHOLDER)
    require(parts.size == 2) { "The script has no place for a channel key." }
    return parts.joinToString(key)
}

/**
 * What a host shows with a call so that frames of other origins are part of it: good for one call in one document.
 *
 * @param document the document's id, as every [io.agentbrowser.contract.Meta] says it
 * @param count grows with every proof that is made for the same document
 */
public fun channelProof(key: String, document: String, count: Long): String {
    val mac = Mac.getInstance("HmacSHA256")
    val secret = MessageDigest.getInstance("SHA-256").digest(key.toByteArray(Charsets.UTF_16BE))
    mac.init(SecretKeySpec(secret, "HmacSHA256"))
    val signed = mac.doFinal("host $document $count".toByteArray(Charsets.UTF_16BE))
    return "$count." + signed.joinToString("") { "%02x".format(it) }
}
