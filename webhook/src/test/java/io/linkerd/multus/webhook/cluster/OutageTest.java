// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OutageTest {
    private static final ApiFailure WHY = new ApiFailure.Refused(429, "too many");

    private final Logger logger = (Logger) LoggerFactory.getLogger(Outage.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private long now;
    private final Outage outage = new Outage("constraints", () -> now);

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
    void saysNothingWhileAllIsAnswered() {
        outage.answered();
        outage.answered();

        assertThat(log.list).isEmpty();
    }

    @Test
    void oneOfManyQuestionsThatFailIsALine() {
        for (int pod = 0; pod < 100; pod++) {
            outage.failed(WHY);
        }

        assertThat(levels()).containsExactly(Level.WARN);
        assertThat(log.list.getFirst().getKeyValuePairs().toString()).contains("constraints", "429 too many");
    }

    @Test
    void answersInBetweenDoNotEndItAndAnswersAloneDo() {
        for (int second = 0; second < 60; second++) {
            outage.failed(WHY);
            outage.answered();
            now += Duration.ofSeconds(1).toNanos();
        }
        assertThat(levels()).containsExactly(Level.WARN);

        now += Duration.ofSeconds(30).toNanos();
        outage.answered();
        outage.answered();
        assertThat(levels()).containsExactly(Level.WARN, Level.INFO);

        outage.failed(WHY);
        assertThat(levels()).containsExactly(Level.WARN, Level.INFO, Level.WARN);
    }

    private List<Level> levels() {
        return log.list.stream().map(ILoggingEvent::getLevel).toList();
    }
}
