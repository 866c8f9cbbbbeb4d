// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.advisories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.images.advisories.Acceptances.Acceptance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AcceptancesTest {
    private static final String WHOLE =
            "[[IgnoredVulns]]\nid = \"GHSA-1\"\nignoreUntil = 2026-12-31\nreason = \"not reached\"\n";

    @TempDir
    private Path folder;

    private Acceptances read(String text) throws IOException {
        return Acceptances.read(Files.writeString(folder.resolve("osv-scanner.toml"), text));
    }

    @Test
    void thisRepositorysFileIsGood() throws IOException {
        assertThat(Acceptances.read(Path.of("..", "osv-scanner.toml")).problems())
                .isEmpty();
    }

    private record Ending(String toml, String until) {}

    @Test
    void readsDatesAsTheScannerDoes() throws IOException {
        for (var each : List.of(
                new Ending("2026-12-31", "2026-12-31T00:00:00Z"),
                new Ending("2026-12-31T06:00:00", "2026-12-31T06:00:00Z"),
                new Ending("2026-12-31T06:00:00Z", "2026-12-31T06:00:00Z"),
                new Ending("2026-12-31 06:00:00+02:00", "2026-12-31T04:00:00Z"))) {
            assertThat(read(WHOLE.replace("2026-12-31", each.toml())))
                    .as(each.toString())
                    .isEqualTo(
                            new Acceptances(List.of(new Acceptance("GHSA-1", Instant.parse(each.until()))), List.of()));
        }
    }

    private record Incomplete(String toml, String problem) {}

    @Test
    void tellsWhatIsMissing() throws IOException {
        for (var each : List.of(
                new Incomplete(WHOLE.replaceAll("(?m)^reason.*\n", ""), "GHSA-1 without a reason"),
                new Incomplete(WHOLE.replace("not reached", " "), "GHSA-1 without a reason"),
                new Incomplete(WHOLE.replaceAll("(?m)^ignoreUntil.*\n", ""), "GHSA-1 without an end"),
                new Incomplete(WHOLE.replace("2026-12-31", "\"soon\""), "GHSA-1 without an end"),
                new Incomplete(WHOLE.replaceAll("(?m)^id.*\n", ""), "an entry without an id"),
                new Incomplete(WHOLE + WHOLE, "GHSA-1 twice"),
                new Incomplete("[[PackageOverrides]]\nname = \"lib\"\nignore = true\n", "has PackageOverrides"))) {
            assertThat(read(each.toml()).problems())
                    .as(each.toString())
                    .singleElement()
                    .asString()
                    .contains(each.problem());
        }
    }

    @Test
    void saysThatAFileIsNoToml() {
        assertThatThrownBy(() -> read("[[IgnoredVulns"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is no TOML");
    }
}
