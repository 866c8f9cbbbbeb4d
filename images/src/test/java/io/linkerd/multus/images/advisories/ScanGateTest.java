// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.advisories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.images.advisories.Acceptances.Acceptance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanGateTest {
    private static final Acceptances NONE = new Acceptances(List.of(), List.of());
    private static final String ADVISORY = "GHSA-jfh8-c2jp-5v3q";

    private final Scan scan = Scan.read(Recorded.file("scan.json"));
    private final Map<String, Bill> bills = bills();
    private final Instant now = scan.time().plus(Duration.ofDays(1));

    ScanGateTest() throws IOException {}

    private static Map<String, Bill> bills() throws IOException {
        var bills = new TreeMap<String, Bill>();
        for (var bill : Recorded.bills().entrySet()) {
            bills.put(bill.getKey(), Bill.read(bill.getValue()));
        }
        return bills;
    }

    private static Acceptances accepted(String id, Instant until) {
        return new Acceptances(List.of(new Acceptance(id, until)), List.of());
    }

    private Scan clean() {
        return new Scan(scan.time(), scan.asked(), scan.bills(), scan.parts(), List.of());
    }

    @Test
    void refusesAFindingThatIsNotAcceptedAndSaysWhatToDo() {
        assertThat(ScanGate.problems(scan, bills, NONE, now))
                .containsExactly("org.apache.logging.log4j:log4j-core 2.14.1 has " + ADVISORY
                        + ", CVE-2021-44228, fixed in 2.15.0: raise the library in pom.xml and scan again, or accept the"
                        + " finding in osv-scanner.toml with id, reason and ignoreUntil");
    }

    @Test
    void saysThatNoFixedVersionIsKnown() {
        var finding = new Finding("a:b", "1", "GHSA-1", Set.of(), Set.of());
        var found = new Scan(scan.time(), scan.asked(), scan.bills(), scan.parts(), List.of(finding));

        assertThat(ScanGate.problems(found, bills, NONE, now))
                .singleElement()
                .asString()
                .startsWith("a:b 1 has GHSA-1, for which no fixed version is known: ");
    }

    @Test
    void letsThroughWhatIsAcceptedByTheAdvisoryOrAnAliasOfIt() {
        for (var id : List.of(ADVISORY, "CVE-2021-44228")) {
            assertThat(ScanGate.problems(scan, bills, accepted(id, now.plusSeconds(1)), now))
                    .as(id)
                    .isEmpty();
        }
    }

    @Test
    void refusesTheFindingAndTheAcceptanceOfItThatIsOver() {
        assertThat(ScanGate.problems(scan, bills, accepted(ADVISORY, now), now))
                .hasSize(2)
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith("osv-scanner.toml accepts " + ADVISORY + " until " + now + ", which is over"))
                .anySatisfy(problem -> assertThat(problem).contains("log4j-core 2.14.1 has"));
    }

    @Test
    void anAcceptanceOfAnotherFindingHelpsNothing() {
        assertThat(ScanGate.problems(scan, bills, accepted("GHSA-0000-0000-0000", now.plusSeconds(1)), now))
                .singleElement()
                .asString()
                .contains(ADVISORY);
    }

    @Test
    void refusesOtherWaysToAcceptFindings() {
        var hiding = new Acceptances(List.of(), List.of("osv-scanner.toml has PackageOverrides"));

        assertThat(ScanGate.problems(clean(), bills, hiding, now)).isEqualTo(hiding.problems());
    }

    private record Age(Duration age, String problem) {}

    @Test
    void aScanIsGoodForFourteenDays() {
        for (var each : List.of(
                new Age(Duration.ZERO, ""),
                new Age(Duration.ofDays(14), ""),
                new Age(Duration.ofDays(14).plusSeconds(1), "older than 14 days"),
                new Age(Duration.ofMinutes(-5), ""),
                new Age(Duration.ofMinutes(-6), "later than now"))) {
            var problems = ScanGate.problems(clean(), bills, NONE, scan.time().plus(each.age()));
            if (each.problem().isEmpty()) {
                assertThat(problems).as(each.toString()).isEmpty();
            } else {
                assertThat(problems)
                        .as(each.toString())
                        .singleElement()
                        .asString()
                        .contains(each.problem());
            }
        }
    }

    @Test
    void refusesAScanOfOtherBills() {
        var other = new TreeMap<>(bills);
        other.put("webhook", new Bill("sha256:0", Set.of()));
        assertThat(ScanGate.problems(clean(), other, NONE, now))
                .singleElement()
                .asString()
                .contains("module webhook", "sha256:0", "call ./scan again");
        var more = new TreeMap<>(bills);
        more.put("added", new Bill("sha256:1", Set.of()));
        assertThat(ScanGate.problems(clean(), more, NONE, now))
                .singleElement()
                .asString()
                .contains("module added");
        var fewer = new TreeMap<>(bills);
        fewer.remove("multus");
        assertThat(ScanGate.problems(clean(), fewer, NONE, now))
                .singleElement()
                .asString()
                .contains("module multus");
    }

    @Test
    void refusesAReportThatLeavesLibrariesOut() {
        var silent =
                new Scan(scan.time(), scan.asked(), scan.bills(), Set.of(new Part("jspecify", "1.0.0")), List.of());

        assertThat(ScanGate.problems(silent, bills, NONE, now))
                .singleElement()
                .asString()
                .contains("says nothing of", "log4j-core 2.14.1", "picocli 4.7.7")
                .doesNotContain("jspecify");
    }

    @Test
    void readsTheFilesOfARelease(@TempDir Path root) throws IOException {
        Files.writeString(root.resolve("osv-scanner.toml"), "");
        assertThat(ScanGate.problems(Recorded.file("scan.json"), Recorded.bills(), root, now))
                .hasSize(1);

        Files.writeString(
                root.resolve("osv-scanner.toml"),
                "[[IgnoredVulns]]\nid = \"" + ADVISORY + "\"\nignoreUntil = 9999-01-01\nreason = \"a test\"\n");
        assertThat(ScanGate.problems(Recorded.file("scan.json"), Recorded.bills(), root, now))
                .isEmpty();
    }

    @Test
    void saysThatAFileIsNoScan() {
        for (var name : List.of("weak.json", "GHSA-jfh8-c2jp-5v3q.json")) {
            assertThatThrownBy(() -> Scan.read(Recorded.file(name)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is not what ./scan writes");
        }
    }
}
