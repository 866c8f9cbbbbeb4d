// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.sandboxes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.results.IpFamily;
import io.linkerd.multus.daemon.routes.RouteAction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is made of a program that does not do what it should. */
@Timeout(60)
class NetworkNamespacesProgramIT {
    private static final Duration LONG = Duration.ofSeconds(40);

    @TempDir
    private Path folder;

    @Test
    void aProgramThatIsNotThereLooksAtNothing() {
        assertThat(namespaces(folder.resolve("none"), LONG).has("/run/netns/a", "eth0"))
                .isInstanceOfSatisfying(
                        Result.Not.class,
                        not -> assertThat(not.reason()).startsWith("cannot run " + folder.resolve("none") + ": "));
    }

    @Test
    void aProgramThatFailsWithItsStatusForAbsenceHasNotLooked() throws Exception {
        assertThat(has("echo broken >&2; exit 1", LONG)).isEqualTo(new Result.Not<>("broken"));
        assertThat(has("exit 1", LONG)).isEqualTo(new Result.Ok<>(false));
    }

    @Test
    void aProgramThatSaysNothingIsToldByItsStatus() throws Exception {
        assertThat(has("kill -KILL $$", LONG))
                .isEqualTo(new Result.Not<>(folder.resolve("program") + " ended with status 137"));
    }

    @Test
    void aProgramThatNeverEndsIsNotWaitedFor() throws Exception {
        assertThat(has("echo $$ > " + folder + "/pid; exec sleep 1000", Duration.ofSeconds(3)))
                .isEqualTo(new Result.Not<>(folder.resolve("program") + " had not ended after 3000 ms"));

        var pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        await().until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void aProgramThatNeverStopsPrintingIsNotWaitedFor() throws Exception {
        assertThat(has("exec yes >&2", Duration.ofMillis(300))).isInstanceOf(Result.Not.class);
    }

    @Test
    void theProgramIsGivenTheActionsAndNothingOfTheDaemon() throws Exception {
        var program =
                program("cat > " + folder + "/input; echo \"$@\" > " + folder + "/arguments; env > " + folder + "/env");
        var action = new RouteAction.DeleteDefaults("eth0", IpFamily.V6);

        assertThat(namespaces(program, LONG).apply("/run/netns/a", List.of(action)))
                .isEmpty();

        assertThat(folder.resolve("input")).hasContent("delete-defaults 6 eth0");
        assertThat(folder.resolve("arguments")).hasContent("/host routes /run/netns/a");
        assertThat(Files.readAllLines(folder.resolve("env"))).allMatch(line -> line.matches("(PWD|_|SHLVL|OLDPWD)=.*"));
    }

    private Result<Boolean> has(String script, Duration patience) throws Exception {
        return namespaces(program(script), patience).has("/run/netns/a", "eth0");
    }

    private static NetworkNamespaces namespaces(Path program, Duration patience) {
        return new NetworkNamespaces(program, Path.of("/host"), patience);
    }

    private Path program(String script) throws Exception {
        var program = Files.writeString(folder.resolve("program"), "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }
}
