// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.events;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.longs;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class EventNamesTest {
    private static final EventNames NAMES = new EventNames("mesh");
    private static final Notice MISSING = Notice.warning(Subject.namespace("shop", "1"), "Missing", "it is missing");
    private static final Notice BROKEN = Notice.warning(Subject.namespace("shop", "1"), "Broken", "it is broken");

    @Test
    void followFromSubjectReasonAndMessage() {
        assertThat(NAMES.of(MISSING))
                .startsWith("shop.")
                .isEqualTo(new EventNames("mesh").of(MISSING))
                .isNotEqualTo(NAMES.of(BROKEN))
                .as("two releases never write one Event")
                .isNotEqualTo(new EventNames("other").of(MISSING));
    }

    /** A version with other names would tell everything anew after an upgrade. */
    @Test
    void areThoseOfEarlierVersions() {
        assertThat(NAMES.of(MISSING)).isEqualTo("shop.ed8b0a72f6812b25");
        assertThat(NAMES.ofKind(MISSING)).isEqualTo("shop.209e3d691f371b94");
        assertThat(NAMES.of(MISSING.marked(Optional.of("node-1")))).isEqualTo("shop.f41b2e3f21d56cd4");
    }

    /** A version that says it in other words did not find what the one before had told. */
    @Test
    void ofThoseThatAreMarkedFollowFromTheMarkWhateverTheMessage() {
        var one = MISSING.marked(Optional.of("node-1"));
        var reworded =
                Notice.warning(one.subject(), one.reason(), "in other words").marked(one.mark());

        assertThat(NAMES.of(reworded)).isEqualTo(NAMES.of(one));
        assertThat(NAMES.ofKind(reworded)).isEqualTo(NAMES.ofKind(one));
        assertThat(NAMES.of(MISSING.marked(Optional.of("node-2")))).isNotEqualTo(NAMES.of(one));
        assertThat(NAMES.ofKind(MISSING)).isNotEqualTo(NAMES.ofKind(one));
    }

    @Test
    void twoSubjectsNeverShareOne() {
        property()
                .forAll(subjects(), subjects(), texts(), longs().between(1, Long.MAX_VALUE))
                .assuming((one, other, _, _) -> !one.equals(other))
                .checkAssert((one, other, message, number) -> {
                    var ofOne = Notice.normal(one, "Reason", message);
                    var ofOther = Notice.normal(other, "Reason", message);
                    assertThat(NAMES.of(ofOne)).isNotEqualTo(NAMES.of(ofOther));
                    assertThat(NAMES.ofKind(ofOne)).isNotEqualTo(NAMES.ofKind(ofOther));
                    assertThat(EventNames.numbered(one, number)).isNotEqualTo(EventNames.numbered(one, number - 1));
                });
    }

    /** An object whose name is too long, or has a mark before a dot, is refused. */
    @Test
    void areTakenByTheApiServerHoweverLongTheSubjectsIs() {
        property().forAll(subjects(), longs().between(0, Long.MAX_VALUE)).checkAssert((subject, number) -> {
            var notice = Notice.normal(subject, "Reason", "message");
            assertThat(NAMES.of(notice)).hasSizeLessThanOrEqualTo(253).matches(EventNamesTest::isName);
            assertThat(EventNames.numbered(subject, number))
                    .hasSizeLessThanOrEqualTo(253)
                    .matches(EventNamesTest::isName);
        });
        assertThat(EventNames.numbered(Subject.node("x".repeat(253)), 255))
                .hasSize(253)
                .endsWith("x.ff");
        assertThat(EventNames.numbered(Subject.node("x".repeat(249) + "-yyy"), 255))
                .isEqualTo("x".repeat(249) + ".ff");
    }

    private static boolean isName(String name) {
        return name.matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    }

    /** Names with marks in them, up to the longest. */
    private static Gen<Subject> subjects() {
        Gen<String> names = integers()
                .between(1, 126)
                .zip(
                        arbitrary().pick("a", "b", "a-", "a.", "a--"),
                        (times, part) -> part.repeat(times)
                                .substring(0, Math.min(252, times * part.length()))
                                .concat("c"));
        return arbitrary()
                .pick("Pod", "Namespace", "Deployment")
                .zip(names, names, (kind, namespace, name) -> new Subject("v1", kind, namespace, name, "uid"));
    }
}
