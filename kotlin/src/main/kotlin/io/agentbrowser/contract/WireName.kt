package io.agentbrowser.contract

/** A constant that has a name of its own on the wire. */
public interface WireName {
    /** As the contract (`src/contract.ts`) spells it. */
    public val wireName: String
}

/** The constant with this name on the wire; null if this version knows none. */
internal inline fun <reified E> byWireName(name: String?): E? where E : Enum<E>, E : WireName =
    enumValues<E>().firstOrNull { it.wireName == name }
