// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.linkerd.multus.installer.health.Metrics;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.Ownership;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class ChangeLogTest {
    @TempDir
    private Path root;

    private final Logger logger = (Logger) LoggerFactory.getLogger(ChangeLog.class);
    private final ListAppender<ILoggingEvent> seen = new ListAppender<>();
    private final ChangeLog changes =
            new ChangeLog(new Metrics(), new Fights(Clocks.ofTheSystem()), (_, _) -> {}, Clocks.ofTheSystem());

    @BeforeEach
    void listen() {
        seen.start();
        logger.addAppender(seen);
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(seen);
    }

    /** Somebody removed the journal's directory: each try has a temporary of another name. */
    @Test
    void saysOnceThatADirectoryIsMissingHoweverOftenItIsTried() {
        for (int round = 0; round < 3; round++) {
            changes.beginRound();
            changes.failed(failureIn(root.resolve("missing")));
        }

        assertThat(errors()).singleElement().asString().contains(root.resolve("missing") + " does not exist");
    }

    @Test
    void saysAgainWhatFailsAgainAfterARoundWithoutIt() {
        for (var failed : List.of(true, false, true)) {
            changes.beginRound();
            if (failed) {
                changes.failed(failureIn(root.resolve("missing")));
            }
        }

        assertThat(errors()).hasSize(2);
    }

    @Test
    void knowsInEachRoundWhetherAModuleOfTheKernelDenied() {
        var denied = new FileChangeFailed("replace", root, new AccessDeniedException("/proc/self/status"));
        changes.beginRound();
        changes.failed(failureIn(root.resolve("missing")));
        assertThat(changes.isDeniedByModule()).isFalse();

        changes.failed(denied);
        assertThat(changes.isDeniedByModule()).isEqualTo(denied.isDeniedByModule());

        changes.beginRound();
        assertThat(changes.isDeniedByModule()).isFalse();
    }

    private static FileChangeFailed failureIn(Path directory) {
        var files = new DurableFiles(FileCalls.ofTheSystem(), RandomGenerator.getDefault());
        var text = new Content.Text("{}");
        return catchThrowableOfType(
                FileChangeFailed.class,
                () -> files.replace(directory.resolve("journal.json"), text, Ownership.ofThisProcess()));
    }

    private List<String> errors() {
        return seen.list.stream()
                .filter(event -> event.getLevel() == Level.ERROR)
                .map(event -> event.getKeyValuePairs().toString())
                .toList();
    }
}
