// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every metric and Event of the services is on the page, and nothing else is. */
class ReferencePageTest {
    private static final String PAGE = Repository.text("docs/metrics-and-events.md");
    private static final Pattern METRIC_ROW =
            Pattern.compile("(?m)^\\| `((?:linkerd_)?multus_[a-z_]+)(?:\\{[a-z,]+})?` \\|");
    private static final Pattern EVENT_ROW = Pattern.compile("(?m)^\\| `([A-Z][A-Za-z]+)` \\| (?:Warning|Normal) \\|");
    /** What Micrometer adds to a name by its type. */
    private static final Pattern SUFFIX = Pattern.compile("_(total|seconds)$");

    private static final Pattern METRIC = Pattern.compile("\"(linkerd_multus_[a-z_]+[a-z])\"");
    /** Multus' daemon's, some of which have upstream's names, and some their labels. */
    private static final Pattern OF_MULTUS = Pattern.compile("\"((?:linkerd_)?multus_[a-z_]+[a-z])[\"{]");

    private static final Pattern OF_PODS =
            Pattern.compile("new PodEvent\\(\\s*Weight\\.(?:WARNING|NORMAL),\\s*\"(\\w+)\"");

    /** The installer's, whose names are made from the constants of an enum. */
    private static final Pattern FAMILY = Pattern.compile("\\b([A-Z_]+)\\(\\s*\"(?:gauge|counter)\"");

    /** The installer's Events, whose reasons are constants of an enum. */
    private static final Pattern OF_NODES = Pattern.compile("\\b([A-Z][A-Za-z]+)\\((?:true|false)\\)");

    /** Where rollouts stand: each word but those of which there is no Event. */
    private static final Pattern STANDINGS =
            Pattern.compile("\\b(?!UP_TO_DATE|ROLLING)[A-Z_]+\\(\"([A-Z][A-Za-z]+)\"\\)");

    private static final String STANDING = "progress.reason().word()";

    private static final Pattern TOLD = Pattern.compile("Notice\\s*\\.(?:warning|normal)\\(");
    private static final Pattern CONSTANT = Pattern.compile("(?:(\\w+)\\.)?([A-Z_]+)");

    @Test
    void namesEveryMetric() {
        var written = Stream.of("controller", "webhook", "service")
                .flatMap(Repository::sources)
                .flatMap(file -> Repository.found(METRIC, Repository.text(file)).stream());
        var families = Repository.found(
                        FAMILY,
                        Repository.text("installer/src/main/java/io/linkerd/multus/installer/health/Metrics.java"))
                .stream()
                .map(family -> "linkerd_multus_installer_" + family.toLowerCase(Locale.ROOT));
        var ofMultus = Repository.sources("multus")
                .flatMap(file -> Repository.found(OF_MULTUS, Repository.text(file)).stream());
        var inCode = Stream.of(written, families, ofMultus)
                .flatMap(names -> names)
                .map(ReferencePageTest::base)
                .collect(Collectors.toSet());
        var onPage = Repository.found(METRIC_ROW, PAGE).stream()
                .map(ReferencePageTest::base)
                .collect(Collectors.toSet());

        assertThat(inCode).hasSizeGreaterThan(15);
        assertThat(onPage).containsExactlyInAnyOrderElementsOf(inCode);
    }

    @Test
    void namesEveryReasonOfAnEvent() {
        Set<String> reasons = new TreeSet<>();
        Stream.of("contracts", "controller")
                .flatMap(Repository::sources)
                .forEach(file -> reasons.addAll(reasons(file)));

        Repository.sources("multus").forEach(file -> reasons.addAll(Repository.found(OF_PODS, Repository.text(file))));
        reasons.addAll(Repository.found(
                OF_NODES, Repository.text("installer/src/main/java/io/linkerd/multus/installer/kube/NodeEvents.java")));

        assertThat(reasons).hasSizeGreaterThan(8);
        assertThat(Repository.found(EVENT_ROW, PAGE)).containsExactlyInAnyOrderElementsOf(reasons);
    }

    private static String base(String metric) {
        return SUFFIX.matcher(metric).replaceFirst("");
    }

    /** The second argument of each notice, which has to be a constant: reasons are for machines. */
    private static Set<String> reasons(Path file) {
        var source = Repository.text(file);
        return Repository.matches(TOLD, source)
                .map(call -> secondArgument(source, call.end()))
                .flatMap(argument ->
                        argument.equals(STANDING) ? standings().stream() : Stream.of(constant(argument, file)))
                .collect(Collectors.toSet());
    }

    private static Set<String> standings() {
        return Repository.found(
                STANDINGS,
                Repository.text(
                        "controller/src/main/java/io/linkerd/multus/controller/rollouts/plan/RolloutReason.java"));
    }

    private static String constant(String argument, Path file) {
        var name = CONSTANT.matcher(argument);
        assertThat(name.matches())
                .as("%s tells %s, which is no constant", file, argument)
                .isTrue();
        var owner = name.group(1) == null ? file : owner(file, name.group(1) + ".java");
        return Repository.found(Pattern.compile("String " + name.group(2) + " =\\s*\"(\\w+)\""), Repository.text(owner))
                .stream()
                .findFirst()
                .orElseThrow(() -> new AssertionError(argument + " is not defined in " + owner));
    }

    /** Beside the notice, or among the names where another program reads the reason. */
    private static Path owner(Path file, String name) {
        var beside = file.resolveSibling(name);
        return Files.exists(beside)
                ? beside
                : Repository.path("contracts/src/main/java/io/linkerd/multus/contracts/names/" + name);
    }

    private static String secondArgument(String source, int start) {
        int depth = 0;
        int comma = -1;
        for (int at = start; at < source.length(); at++) {
            char character = source.charAt(at);
            depth += "([{".indexOf(character) >= 0 ? 1 : ")]}".indexOf(character) >= 0 ? -1 : 0;
            if (depth == 0 && character == ',') {
                if (comma >= 0) {
                    return source.substring(comma + 1, at).strip();
                }
                comma = at;
            }
        }
        throw new AssertionError("a notice without a reason");
    }
}
