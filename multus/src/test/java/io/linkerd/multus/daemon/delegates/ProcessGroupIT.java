// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProcessGroupIT {
    /** Where the kernel is told which number the next process gets, unless another one starts in between. */
    private static final Path LAST_PID = Path.of("/proc/sys/kernel/ns_last_pid");

    private static final int TRIES = 200;
    private static final int TERMINATED = 128 + 15;
    private static final int KILLED = 128 + 9;

    @Test
    void aGroupThatHasTheNumberOfOneThatEndedIsNotKilled() throws Exception {
        var ended = start("true");
        ended.waitFor();
        var seen = System.nanoTime();
        var other = another(ended.pid());

        ProcessGroup.kill(ended);
        ProcessGroup.killLeftBehind(ended.pid(), Duration.ofNanos(System.nanoTime() - seen));

        assertRuns(other);
    }

    @Test
    void whatALeaderHasLeftBehindIsKilled() throws Exception {
        var ended = start("sh", "-c", "sleep 1000 </dev/null >/dev/null 2>&1 & echo $!");
        long left;
        try (var output = ended.inputReader()) {
            left = Long.parseLong(output.readLine());
        }
        ended.waitFor();
        var seen = System.nanoTime();

        await().until(() -> {
            ProcessGroup.killLeftBehind(ended.pid(), Duration.ofNanos(System.nanoTime() - seen));
            return ProcessHandle.of(left).filter(ProcessHandle::isAlive).isEmpty();
        });
    }

    @Test
    void theGroupOfALeaderThatRunsIsKilled() throws Exception {
        var leader = start("sleep", "1000");
        awaitSleep(leader);

        ProcessGroup.kill(leader);

        assertThat(leader.waitFor()).isEqualTo(KILLED);
    }

    /** It would have ended by another signal. */
    private static void assertRuns(Process process) throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor()).isEqualTo(TERMINATED);
    }

    /** {@return another leader of a group, by the same number} */
    private static Process another(long pid) throws IOException, InterruptedException {
        assumeTrue(Files.isWritable(LAST_PID), "to choose a process's number takes root");
        for (int each = 0; each < TRIES; each++) {
            Files.writeString(LAST_PID, Long.toString(pid - 1));
            var process = start("sleep", "1000");
            if (process.pid() == pid) {
                awaitSleep(process);
                return process;
            }
            process.destroyForcibly().waitFor();
        }
        throw new AssertionError("other processes had the number " + pid + " each time");
    }

    private static Process start(String... command) throws IOException {
        var all = new ArrayList<>(List.of("/usr/bin/setsid"));
        all.addAll(List.of(command));
        return new ProcessBuilder(all).start();
    }

    private static void awaitSleep(Process process) {
        await().until(() -> process.info()
                .command()
                .filter(command -> command.endsWith("sleep"))
                .isPresent());
    }
}
