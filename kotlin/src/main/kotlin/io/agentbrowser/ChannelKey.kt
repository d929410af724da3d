package io.agentbrowser

import java.security.MessageDigest
import java.security.SecureRandom
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

private const val PLACEHOLDER = "@agent-browser-channel-key@"
private const val KEY_CHARS = 43
private const val ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

private val KEY = Regex("[A-Za-z0-9_-]{32,}")

/** A new random key for the script of one session. It must never be stored, or shown to a page or a model. */
public fun newChannelKey(): String {
    val random = SecureRandom()
    return String(CharArray(KEY_CHARS) { ALPHABET[random.nextInt(ALPHABET.length)] })
}

/** The script with a key in the place of its placeholder. */
internal fun withChannelKey(script: String, key: String): String {
    require(KEY.matches(key)) { "A channel key has at least 32 characters, of A-Z, a-z, 0-9, - and _." }
    val parts = script.split(PLACEHOLDER)
    require(parts.size == 2) { "The script has no place for a channel key." }
    return parts.joinToString(key)
}

/**
 * Proves that the caller knows the key of the script, so that the call includes frames of other origins. Valid for one call
 * in one document.
 *
 * @param document the document's id, which every [io.agentbrowser.contract.Meta] has
 * @param count must grow with every proof for the same document
 */
public fun channelProof(key: String, document: String, count: Long): String {
    val mac = Mac.getInstance("HmacSHA256")
    val secret = MessageDigest.getInstance("SHA-256").digest(key.toByteArray(Charsets.UTF_16BE))
    mac.init(SecretKeySpec(secret, "HmacSHA256"))
    val signed = mac.doFinal("host $document $count".toByteArray(Charsets.UTF_16BE))
    return "$count." + signed.joinToString("") { "%02x".format(it) }
}
