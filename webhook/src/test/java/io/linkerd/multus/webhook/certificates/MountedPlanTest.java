// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MountedPlanTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final MountedCertificate GOOD = made(NOW);
    private static final MountedCertificate RENEWED = made(NOW);
    private static final MountedCertificate ENDED = made(NOW.minus(Duration.ofDays(91)));
    private static final MountedCertificate EARLY = made(NOW.plus(Duration.ofDays(1)));

    /** What the release says of their trust is that of another. */
    private static final MountedCertificate STRANGE = trustedBy(made(NOW), GOOD);

    private static final MountedCertificate NAMESAKE = named("w.other.svc");
    private static final MountedCertificate WILD = named("*.ns.svc");

    record Row(String name, Optional<MountedCertificate> served, Result<MountedCertificate> mounted, MountedPlan plan) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row("the first", none(), ok(GOOD), serve(GOOD, "there was none")),
                new Row("the same", of(GOOD), ok(GOOD), keep()),
                new Row("a renewed one", of(GOOD), ok(RENEWED), serve(RENEWED, "another one is mounted")),
                new Row("nonsense", of(GOOD), new Result.Not<>("nonsense"), keep("nonsense")),
                new Row("nonsense at first", none(), new Result.Not<>("nonsense"), keep("nonsense")),
                new Row("one that has ended", of(GOOD), ok(ENDED), keep("it ended at 2026-03-01T12:00:00Z")),
                new Row("one that has ended at first", none(), ok(ENDED), keep("it ended at 2026-03-01T12:00:00Z")),
                new Row(
                        "one that is yet to begin",
                        of(GOOD),
                        ok(EARLY),
                        keep("it begins at 2026-03-02T11:59:00Z only, and the last one is good until then")),
                new Row(
                        "one that is yet to begin, at first: our clock may be wrong",
                        none(),
                        ok(EARLY),
                        serve(EARLY, "there was none; it begins at 2026-03-02T11:59:00Z by this node's clock")),
                new Row(
                        "one that is yet to begin, for one that has ended",
                        of(ENDED),
                        ok(EARLY),
                        serve(EARLY, "another one is mounted; it begins at 2026-03-02T11:59:00Z by this node's clock")),
                new Row(
                        "one whose authority API servers do not trust",
                        of(GOOD),
                        ok(STRANGE),
                        keep("API servers would refuse it: PKIX path building failed:"
                                + " sun.security.provider.certpath.SunCertPathBuilderException:"
                                + " unable to find valid certification path to requested target")),
                new Row(
                        "one for another Service",
                        of(GOOD),
                        ok(NAMESAKE),
                        keep("it is not for w.ns.svc, by which API servers call")),
                new Row(
                        "one for all Services of the namespace",
                        of(GOOD),
                        ok(WILD),
                        serve(WILD, "another one is mounted")),
                new Row(
                        "one that API servers refuse, at first: what we are told of their trust may be late",
                        none(),
                        ok(STRANGE),
                        serve(STRANGE, "there was none")),
                new Row(
                        "a good one for one that API servers refuse",
                        of(STRANGE),
                        ok(GOOD),
                        serve(GOOD, "another one is mounted")));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void neverGivesUpWhatIsGood(Row row) {
        assertThat(MountedPlan.of(row.served(), row.mounted(), MountedPlanTest::whyRefused, NOW))
                .isEqualTo(row.plan());
    }

    private static Optional<String> whyRefused(MountedCertificate certificate) {
        return new TrustAnchors(certificate.trusted(), NOW).whyRefused(certificate.chain(), "w.ns.svc");
    }

    private static MountedCertificate trustedBy(MountedCertificate certificate, MountedCertificate other) {
        return new MountedCertificate(certificate.chain(), certificate.key(), other.authorities());
    }

    private static MountedCertificate named(String name) {
        var leaf = new ForeignAuthority(name, Duration.ofDays(90), NOW).leaf();
        return new MountedCertificate(List.of(leaf.certificate()), leaf.key(), Set.of(leaf.authority()));
    }

    private static MountedCertificate made(Instant when) {
        var leaf =
                new ForeignAuthority("w.ns.svc", Duration.ofDays(90).plusDays(when.isBefore(NOW) ? 1 : 0), when).leaf();
        return new MountedCertificate(List.of(leaf.certificate()), leaf.key(), Set.of(leaf.authority()));
    }

    private static Optional<MountedCertificate> none() {
        return Optional.empty();
    }

    private static Optional<MountedCertificate> of(MountedCertificate served) {
        return Optional.of(served);
    }

    private static Result<MountedCertificate> ok(MountedCertificate mounted) {
        return new Result.Ok<>(mounted);
    }

    private static MountedPlan serve(MountedCertificate certificate, String reason) {
        return new MountedPlan.Serve(certificate, reason);
    }

    private static MountedPlan keep() {
        return new MountedPlan.Keep(Optional.empty());
    }

    private static MountedPlan keep(String problem) {
        return new MountedPlan.Keep(Optional.of(problem));
    }
}
