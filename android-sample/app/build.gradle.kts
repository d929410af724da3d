plugins {
    id("com.android.application")
    id("org.jetbrains.kotlin.plugin.serialization")
}

/** `-Pwebkit`: the script is put in at document start where the device's WebView can do that (androidx.webkit). */
val withWebkit = providers.gradleProperty("webkit").isPresent

/** Where `AgentBrowser.getScript()` looks for the script; Maven puts it into the library's jar in the same place. */
val scriptFolder = layout.buildDirectory.dir("script")
val copyScript = tasks.register<Copy>("copyScript") {
    from("../../dist") { include("agent-browser.js", "parts/*.js") }
    into(scriptFolder.map { it.dir("io/agentbrowser") })
}
tasks.named("preBuild") { dependsOn(copyScript) }

android {
    namespace = "io.agentbrowser.sample"
    compileSdk = 36

    defaultConfig {
        applicationId = "io.agentbrowser.sample"
        minSdk = 24
        targetSdk = 36
        versionCode = 1
        versionName = "0.1.0"
        testInstrumentationRunner = "androidx.test.runner.AndroidJUnitRunner"
    }

    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_1_8
        targetCompatibility = JavaVersion.VERSION_1_8
    }

    sourceSets {
        getByName("main") {
            // The script that goes into pages, and the library, both of this very checkout.
            assets.srcDir("../../dist")
            resources.srcDir(scriptFolder)
            kotlin.srcDir("src/pure/java")
            kotlin.srcDir(if (withWebkit) "src/webkit/java" else "src/plain/java")
            kotlin.srcDir("../../kotlin/src/main/kotlin")
            resources.srcDir("../../kotlin/src/main/resources")
        }
        getByName("androidTest") {
            kotlin.srcDir("../../kotlin/src/scenarios/kotlin")
        }
    }

    packaging {
        resources.excludes += "META-INF/*"
    }
}

dependencies {
    implementation("org.jetbrains.kotlinx:kotlinx-serialization-json:1.12.0")
    implementation("org.jetbrains.kotlinx:kotlinx-coroutines-core:1.11.0")
    if (withWebkit) implementation("androidx.webkit:webkit:1.18.0")

    androidTestImplementation("androidx.test:runner:1.7.0")
    androidTestImplementation("androidx.test.ext:junit:1.3.0")
}
