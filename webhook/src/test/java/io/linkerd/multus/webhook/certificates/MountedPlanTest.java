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
                        serve(EARLY, "there was none")),
                new Row(
                        "one that is yet to begin, for one that has ended",
                        of(ENDED),
                        ok(EARLY),
                        serve(EARLY, "another one is mounted")));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void neverGivesUpWhatIsGood(Row row) {
        assertThat(MountedPlan.of(row.served(), row.mounted(), NOW)).isEqualTo(row.plan());
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
