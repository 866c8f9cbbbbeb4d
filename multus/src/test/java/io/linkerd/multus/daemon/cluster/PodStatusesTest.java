// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import static io.linkerd.multus.daemon.cluster.FollowedCluster.POD;
import static io.linkerd.multus.daemon.cluster.FollowedCluster.known;
import static io.linkerd.multus.daemon.cluster.FollowedCluster.soon;
import static io.linkerd.multus.daemon.cluster.FollowedCluster.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.status.StatusAnnotation;
import io.linkerd.multus.service.fakeapi.Failure;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PodStatusesTest {
    private static final StatusAnnotation STATUS = new StatusAnnotation("[{\n    \"name\": \"a\"\n}]");
    private static final String WRITE = "PATCH " + POD + "/status";

    @TempDir
    private Path folder;

    private FollowedCluster there;
    private PodStatuses statuses;

    @BeforeEach
    void follow() throws Exception {
        there = new FollowedCluster(folder);
        statuses = there.cluster.statuses();
    }

    @AfterEach
    void end() {
        there.close();
    }

    private String annotation() {
        return there.api
                .get(POD)
                .orElseThrow()
                .path("metadata")
                .path("annotations")
                .path(StatusAnnotation.NAME)
                .asText();
    }

    @Test
    void isWrittenByOneCallAndTakenAwayByAnother() {
        var pod = known(there.putPod("{a: 'b'}"));

        assertThat(statuses.write(pod, STATUS, soon())).isEqualTo(new StatusWrite.Written());
        assertThat(annotation()).isEqualTo(STATUS.value());
        assertThat(there.api
                        .get(POD)
                        .orElseThrow()
                        .at("/metadata/annotations/a")
                        .asText())
                .isEqualTo("b");
        assertThat(there.api.requests("GET " + POD)).isEmpty();
        assertThat(there.api.writes()).containsExactly(WRITE);

        assertThat(statuses.remove(pod, soon())).isEqualTo(new StatusWrite.Written());
        assertThat(annotation()).isEmpty();
    }

    @Test
    void aPodThatIsGoneIsAValue() {
        assertThat(statuses.write(known("any"), STATUS, soon())).isEqualTo(new StatusWrite.PodGone());
    }

    @Test
    void anotherPodOfTheNameIsLeftAlone() {
        there.putPod("{}");

        assertThat(statuses.write(known("earlier"), STATUS, soon())).isEqualTo(new StatusWrite.OtherPod());
        assertThat(annotation()).isEmpty();
    }

    @Test
    void aConflictWithAnotherWriterIsTriedAgain() {
        var pod = known(there.putPod("{}"));
        there.api.fail(WRITE, Failure.status(409), 2);

        assertThat(statuses.write(pod, STATUS, soon())).isEqualTo(new StatusWrite.Written());
        assertThat(annotation()).isEqualTo(STATUS.value());
    }

    @Test
    void conflictsWithoutEndAreRefusals() {
        var pod = known(there.putPod("{}"));
        there.api.fail(WRITE, Failure.status(409));

        assertThat(statuses.write(pod, STATUS, soon())).isInstanceOf(StatusWrite.Refused.class);
        assertThat(there.api.requests(WRITE)).hasSize(5);
    }

    @Test
    void aRightThatIsMissingIsARefusal() {
        var pod = known(there.putPod("{}"));
        there.api.fail(WRITE, Failure.status(403));

        assertThat(statuses.write(pod, STATUS, soon()))
                .isInstanceOfSatisfying(
                        StatusWrite.Refused.class,
                        refused -> assertThat(refused.why()).startsWith("forbidden"));
    }

    @Test
    void anApiServerThatAsksToBeLeftAloneIsAndThenTakesIt() {
        var pod = known(there.putPod("{}"));
        there.api.fail(WRITE, Failure.tooManyRequests(Duration.ofSeconds(1)), 1);
        long begun = System.nanoTime();

        assertThat(statuses.write(pod, STATUS, soon())).isEqualTo(new StatusWrite.Written());
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofSeconds(1));
        assertThat(there.api.requests(WRITE)).hasSize(2);
    }

    @Test
    void anAnswerThatIsLostIsAskedForAgain() {
        var pod = known(there.putPod("{}"));
        there.api.fail(WRITE, new Failure.LostAnswer(), 1);

        assertThat(statuses.write(pod, STATUS, soon())).isEqualTo(new StatusWrite.Written());
    }

    @Test
    void anApiServerThatIsAwayIsUnansweredInTime() {
        var pod = known(there.putPod("{}"));
        there.api.refuseConnections();

        assertThat(statuses.write(pod, STATUS, within(Duration.ofMillis(500))))
                .isInstanceOf(StatusWrite.Unanswered.class);
    }
}
