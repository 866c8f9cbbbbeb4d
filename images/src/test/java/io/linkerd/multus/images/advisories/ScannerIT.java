// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.advisories;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.GoModule;
import io.linkerd.multus.localcluster.programs.GoTools;
import io.linkerd.multus.localcluster.programs.Programs;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code scan} with OSV-Scanner itself, which knows one advisory and uses no network. */
@EnabledIfSystemProperty(
        named = "release",
        matches = "true",
        disabledReason = "builds OSV-Scanner, which takes minutes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScannerIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Path folder;
    private Path scanner;

    @BeforeAll
    void build(@TempDir Path directory) throws Exception {
        folder = directory;
        var module = GoModule.tools(Path.of("go", "tools-osv-scanner").toRealPath(), "OSV-Scanner", "");
        scanner = GoTools.of(Cache.of(System.getenv()), Progress.silent())
                .folder(module)
                .resolve("osv-scanner");
        for (var bill : Recorded.bills().entrySet()) {
            var target = Files.createDirectories(folder.resolve(bill.getKey()).resolve("target"));
            Files.copy(bill.getValue(), target.resolve("bom.json"));
        }
        var advisory = Recorded.file("GHSA-jfh8-c2jp-5v3q.json");
        var database = Files.createDirectories(folder.resolve("database/osv-scalibr/Maven"));
        try (var zip = new ZipOutputStream(Files.newOutputStream(database.resolve("all.zip")))) {
            zip.putNextEntry(new ZipEntry(advisory.getFileName().toString()));
            Files.copy(advisory, zip);
        }
    }

    private Programs.Outcome scan(Path file, String database) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("../scan", file.toString()));
        command.addAll(List.of("--bills", folder.toString(), "--scanner", scanner.toString()));
        command.addAll(List.of("--database", folder.resolve(database).toString()));
        return Programs.plain().run(PATIENCE, "", command);
    }

    @Test
    void theScannerFindsWhatThisProjectRefuses() throws Exception {
        var file = folder.resolve("made/scan.json");

        var outcome = scan(file, "database");

        assertThat(outcome.succeeded()).as(outcome.errors()).isTrue();
        assertThat(outcome.output()).contains("findings in " + file + ": 1");
        var scan = Scan.read(file);
        var recorded = Scan.read(Recorded.file("scan.json"));
        assertThat(scan)
                .isEqualTo(
                        new Scan(scan.time(), scan.asked(), recorded.bills(), recorded.parts(), recorded.findings()));
        Files.writeString(folder.resolve("osv-scanner.toml"), "");
        assertThat(ScanGate.problems(file, Recorded.bills(), folder, Instant.now()))
                .hasSize(2)
                .anyMatch(problem -> problem.contains("log4j-core 2.14.1 has GHSA-jfh8-c2jp-5v3q"))
                .anyMatch(problem -> problem.contains("the scan asked \"" + folder.resolve("database")));
    }

    @Test
    void writesNothingWhereTheScannerCannotAsk() throws Exception {
        var outcome = scan(folder.resolve("none.json"), "nowhere");

        assertThat(outcome.succeeded()).isFalse();
        assertThat(outcome.errors()).contains("OSV-Scanner failed with exit code 127");
        assertThat(folder.resolve("none.json")).doesNotExist();
    }
}
