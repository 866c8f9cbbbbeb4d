// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.verbs.Carried;
import io.linkerd.multus.installer.verbs.Console;
import io.linkerd.multus.installer.verbs.VerbCommand;
import io.linkerd.multus.installer.verbs.VerbCommand.Change;
import io.linkerd.multus.installer.verbs.VerbEnvironment;
import io.linkerd.multus.installer.verbs.VerbExecutor;
import io.linkerd.multus.service.files.BrittleFileCalls;
import io.linkerd.multus.service.files.BrittleFileCalls.Fate;
import io.linkerd.multus.service.files.BrittleFileCalls.Killed;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ends a verb at every single call that changes a file system, or has that call fail; the next call of the same verb finishes it. */
class VerbCrashIT {
    private static final String BIN = "/opt/cni/bin";
    private static final String NET = "/etc/cni/net.d";
    private static final List<String> ALL =
            List.of("install", "--plugins=flannel,vlan", "--configs=05-a.conf,10-b.conf");

    @TempDir
    private Path root;

    private int nodes;

    /** A verb at a node, to be brought there by others. */
    record Case(String name, List<List<String>> before, List<String> verb) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("install", List.of(), ALL),
                new Case("install again", List.of(ALL), ALL),
                new Case("apply", List.of(ALL), List.of("apply", "--plugins=vlan,macvlan", "--configs=10-b.conf")),
                new Case(
                        "uninstall",
                        List.of(ALL),
                        List.of("uninstall", "--configs=05-a.conf,10-b.conf", "--plugins=flannel,vlan")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isFinishedByTheNextCallWhereverItWasKilled(Case verb) throws Exception {
        tryEveryCall(verb, new Fate.Death());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isFinishedByTheNextCallWhereverTheDiskFailed(Case verb) throws Exception {
        tryEveryCall(verb, new Fate.Failure(new IOException("Input/output error")));
    }

    private void tryEveryCall(Case verb, Fate fate) throws Exception {
        var undisturbed = node(verb);
        assertThat(run(undisturbed, new BrittleFileCalls(0, fate), verb.verb())).isTrue();
        var expected = undisturbed.picture();
        for (int call = 1; ; call++) {
            var node = node(verb);
            var calls = new BrittleFileCalls(call, fate);
            boolean told = run(node, calls, verb.verb());
            if (!calls.cameToIt()) {
                assertThat(told).isTrue();
                return;
            }
            assertThat(!told || node.picture().equals(expected))
                    .as("not told that all was done when it was not, call %s", call)
                    .isTrue();
            assertThat(run(node, new BrittleFileCalls(0, fate), verb.verb())).isTrue();
            assertThat(node.picture()).as("after call %s", call).isEqualTo(expected);
            assertEverythingCanBeTakenAway(node, fate);
        }
    }

    private void assertEverythingCanBeTakenAway(VerbBench node, Fate fate) throws Exception {
        assertThat(run(node, new BrittleFileCalls(0, fate), List.of("apply", "--plugins=", "--configs=")))
                .isTrue();
        assertThat(node.host(BIN + "/vlan")).hasContent("theirs");
        assertThat(node.host(BIN)).isDirectoryNotContaining(file -> !file.endsWith("vlan"));
        assertThat(node.host(NET)).isEmptyDirectory();
    }

    private VerbBench node(Case verb) throws Exception {
        var bench = new VerbBench(root.resolve("node" + ++nodes), BIN, NET);
        Files.writeString(bench.host(BIN + "/vlan"), "theirs");
        bench.template("10-b.conf", "{}");
        bench.template("05-a.conf", "{\"type\": \"a\"}");
        for (var earlier : verb.before()) {
            assertThat(run(bench, new BrittleFileCalls(0, new Fate.Death()), earlier))
                    .isTrue();
            Files.writeString(bench.container("bin").resolve("flannel"), FakeNode.script("newer"));
        }
        return bench;
    }

    /** Whether everything was done, as it told. */
    private static boolean run(VerbBench bench, BrittleFileCalls calls, List<String> arguments) throws Exception {
        var environment = bench.environment();
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        var change = (Change) ((Result.Ok<VerbCommand>) VerbCommand.of(arguments)).value();
        try (var context = InstallerApplication.assemble(VerbEnvironment.read(environment), calls)) {
            var done = context.getBean(VerbExecutor.class).carryOut(change, environment, new Console(nowhere, nowhere));
            return done instanceof Result.Ok<Carried>;
        } catch (Killed _) {
            return false;
        }
    }
}
