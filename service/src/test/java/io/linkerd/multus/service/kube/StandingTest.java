// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class StandingTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(Standing.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private long now;
    private final Standing standing = new Standing("namespaces", () -> now);

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(log);
    }

    @Test
    void growsOldFromItsBeginningUntilItIsInStep() {
        now += Duration.ofSeconds(3).toNanos();
        assertThat(standing.age()).isEqualTo(Duration.ofSeconds(3));

        standing.inStep();
        now += Duration.ofHours(1).toNanos();

        assertThat(standing.age()).isZero();
        assertThat(log.list).isEmpty();
    }

    @Test
    void isAsOldAsTheLastThingThatWasHeard() {
        standing.inStep();
        now += Duration.ofMinutes(1).toNanos();
        standing.heard();
        now += Duration.ofSeconds(5).toNanos();

        standing.lost(new ApiFailure.Unreachable("refused"));

        assertThat(standing.age()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void tellsOfAnOutageOnceAndOfItsEndOnce() {
        standing.inStep();
        standing.lost(new ApiFailure.Unreachable("refused"));
        standing.lost(new ApiFailure.Unreachable("timeout"));
        standing.lost(new ApiFailure.Unreachable("refused"));
        standing.inStep();
        standing.inStep();

        assertThat(levels()).containsExactly(Level.WARN, Level.INFO);
    }

    @Test
    void tellsOfATroubleOfAnotherKind() {
        standing.lost(new ApiFailure.Unreachable("refused"));
        standing.lost(new ApiFailure.Forbidden("no right"));

        assertThat(levels()).containsExactly(Level.WARN, Level.WARN);
        assertThat(standing.trouble()).containsInstanceOf(ApiFailure.Forbidden.class);
    }

    private List<Level> levels() {
        return log.list.stream().map(ILoggingEvent::getLevel).toList();
    }
}
