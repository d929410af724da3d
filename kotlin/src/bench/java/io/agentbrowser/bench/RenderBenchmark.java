package io.agentbrowser.bench;

import io.agentbrowser.AgentBrowser;
import io.agentbrowser.contract.PageSnapshot;
import io.agentbrowser.contract.RenderOptions;
import io.agentbrowser.contract.RenderResult;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Reads and renders a snapshot of 100 KB, warm, with the figure of the TypeScript renderer beside it. In Java: JMH's processor reads nothing else. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class RenderBenchmark {
    private static final String FILE = "agent-browser.snapshot";
    private String json;
    private PageSnapshot snapshot;
    private final RenderOptions options = new RenderOptions();

    @Setup
    public void read() throws IOException {
        json = new String(Files.readAllBytes(new File(System.getProperty(FILE)).toPath()), StandardCharsets.UTF_8);
        snapshot = (PageSnapshot) AgentBrowser.INSTANCE.parseSnapshot(json);
    }

    @Benchmark
    public RenderResult render() {
        return AgentBrowser.INSTANCE.renderSnapshot(snapshot, options);
    }

    @Benchmark
    public RenderResult parseAndRender() {
        return AgentBrowser.INSTANCE.renderSnapshot((PageSnapshot) AgentBrowser.INSTANCE.parseSnapshot(json), options);
    }

    public static void main(String[] arguments) throws Exception {
        File file = File.createTempFile("snapshot", ".json");
        file.deleteOnExit();
        Process node = new ProcessBuilder("node", "src/bench/node/render-bench.mjs", file.getPath())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String typeScript = new Scanner(node.getInputStream(), "UTF-8").useDelimiter("\\A").next();
        // Without a fork the benchmark runs in this JVM.
        System.setProperty(FILE, file.getPath());
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                .include(RenderBenchmark.class.getName())
                // Run by Maven there is no class path for a fork to inherit.
                .forks(0).warmupIterations(4).measurementIterations(4)
                .warmupTime(TimeValue.seconds(2)).measurementTime(TimeValue.seconds(2)).build()).run();
        List<String> lines = new ArrayList<>();
        for (RunResult result : results) {
            lines.add(String.format("%-16s %8.3f ms", result.getPrimaryResult().getLabel(), result.getPrimaryResult().getScore()));
        }
        System.out.printf("%nA snapshot of %d KB of JSON, warm, mean of a call:%n", file.length() / 1000);
        for (String line : lines) System.out.println("  Kotlin      " + line);
        System.out.printf("  TypeScript  render           %8s ms%n", typeScript);
    }
}
