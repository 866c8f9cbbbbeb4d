// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.images.release.NightlyNotes;
import io.linkerd.multus.images.release.NightlyPart;
import io.linkerd.multus.localcluster.programs.Programs;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.AnnotatedElement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class NightlyTest {
    @TempDir
    private Path root;

    @Test
    void everyAnnotationNamesOnePartAndEveryPartHasOne() {
        assertThat(Stream.of(Nightly.class.getDeclaredClasses()).map(NightlyTest::tags))
                .allMatch(tags -> tags.contains(Nightly.TAG) && tags.size() == 2);
        assertThat(Stream.of(Nightly.class.getDeclaredClasses())
                        .flatMap(part -> tags(part).stream())
                        .filter(tag -> !tag.equals(Nightly.TAG)))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(NightlyPart.values()).map(NightlyPart::tag).toList());
    }

    @Test
    void aPartIsNotedWhenEachOfItsTestsPassed() throws Exception {
        var said = run(true, Green.class, Red.class, LeftOut.class);

        assertThat(missing()).isEqualTo(EnumSet.complementOf(EnumSet.of(NightlyPart.LOAD)));
        assertThat(said).contains("part load: passed, noted on the commit").doesNotContain("nodes", "olm");
    }

    /** A cluster that does not end fails the class or the run, and none of the tests. */
    @Test
    void aPartIsNotNotedWhereWhatItsTestsAreInFails() throws Exception {
        assertThat(run(true, Untidy.class)).doesNotContain("part ways");
        assertThat(missing()).contains(NightlyPart.WAYS);
    }

    @Test
    void nothingIsNotedOnACommitThatCameMeanwhile() throws Exception {
        Committing.during = () -> git("commit", "--quiet", "--allow-empty", "--message=two");

        assertThat(run(true, Committing.class)).contains("part load: passed, no note on the commit: another commit");
        assertThat(missing()).contains(NightlyPart.LOAD);
    }

    @Test
    void nothingIsNotedOfTestsThatWereChosenByName() throws Exception {
        assertThat(run(false, Green.class)).contains("part load: passed, as far as it was run");
        assertThat(missing()).contains(NightlyPart.LOAD);
    }

    static class Green {
        @Test
        @Nightly.Load
        void passes() {}
    }

    static class Red {
        @Test
        @Nightly.Nodes
        void passes() {}

        @Test
        @Nightly.Nodes
        void fails() {
            assertThat(1).isEqualTo(2);
        }
    }

    static class Untidy {
        @Test
        @Nightly.Ways
        void passes() {}

        @AfterAll
        static void fails() {
            throw new IllegalStateException("the cluster does not end");
        }
    }

    static class Committing {
        private static ThrowingRunnable during = () -> {};

        @Test
        @Nightly.Load
        void passes() throws Exception {
            during.run();
        }
    }

    private interface ThrowingRunnable {
        void run() throws Exception;
    }

    static class LeftOut {
        @Test
        @Nightly.Olm
        void passes() {}

        @Test
        @Nightly.Olm
        @EnabledIfSystemProperty(named = "never", matches = "set")
        void isNotRun() {}
    }

    private String run(boolean whole, Class<?>... tests) throws Exception {
        git("init", "--quiet");
        git("commit", "--quiet", "--allow-empty", "--message=one");
        var said = new ByteArrayOutputStream();
        var config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(
                        new NightlyResult(root, whole, new PrintStream(said, true, StandardCharsets.UTF_8)))
                .build();
        LauncherFactory.create(config)
                .execute(LauncherDiscoveryRequestBuilder.request()
                        .selectors(Stream.of(tests)
                                .map(DiscoverySelectors::selectClass)
                                .toList())
                        .build());
        return said.toString(StandardCharsets.UTF_8);
    }

    private Set<NightlyPart> missing() throws Exception {
        return new NightlyNotes(root).missing();
    }

    private static Set<String> tags(AnnotatedElement element) {
        return AnnotationSupport.findRepeatableAnnotations(element, Tag.class).stream()
                .map(Tag::value)
                .collect(Collectors.toSet());
    }

    private void git(String... arguments) throws Exception {
        var command =
                new ArrayList<>(List.of("git", "-C", root.toString(), "-c", "user.name=a", "-c", "user.email=a@b"));
        command.addAll(List.of(arguments));
        Programs.plain().output(Duration.ofSeconds(30), command);
    }
}
