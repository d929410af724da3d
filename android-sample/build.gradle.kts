plugins {
    // Kotlin is built in since AGP 9; only the compiler plugin of kotlinx-serialization is added.
    id("com.android.application") version "9.5.0" apply false
    id("org.jetbrains.kotlin.plugin.serialization") version "2.4.10" apply false
}
