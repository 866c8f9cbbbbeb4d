// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.verbs.Console;
import io.linkerd.multus.installer.verbs.Console.Voice;
import io.linkerd.multus.installer.verbs.VerbCommand;
import io.linkerd.multus.installer.verbs.VerbCommand.Change;
import io.linkerd.multus.installer.verbs.VerbEnvironment;
import io.linkerd.multus.installer.verbs.VerbExecutor;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.micronaut.context.ApplicationContext;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a verb and a watch have in common: the same steps in the same order, told in two ways. */
class VerbExecutorTest {
    private static final String VLAN = "/opt/cni/bin/vlan";
    private static final String STATE = "/var/lib/linkerd-multus";
    private static final String ACCOUNT = "/api/v1/namespaces/kube-system/serviceaccounts/multus";
    private static final String ACCOUNT_YAML = "{apiVersion: v1, kind: ServiceAccount, metadata: {name: multus}}";
    private static final String[] ALL = {"--plugins=vlan", "--configs=10-vlan.conf", "--manifests=sa.yaml"};
    private static final String[] NOTHING = {"--plugins=", "--configs=", "--manifests="};

    @TempDir
    private Path root;

    private final VerbCluster cluster = new VerbCluster();
    private final FakeApiServer api = cluster.api();
    private VerbBench bench;

    @BeforeEach
    void mount() throws Exception {
        bench = cluster.bench(root, "/opt/cni/bin", "/etc/cni/net.d", STATE);
        bench.template("10-vlan.conf", "{}");
        bench.manifest("sa.yaml", ACCOUNT_YAML);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void tellsTheCallerOfAVerbWhatBegins() throws Exception {
        try (var running = new Running(Voice.VERB)) {
            assertThat(running.apply(ALL)).isEqualTo(new Result.Ok<>(true));
            assertThat(running.told()).isEqualTo("""
                    Installing CNI plugin vlan...
                    Installing CNI configuration 10-vlan.conf...
                    Done.
                    Installing Kubernetes manifest sa.yaml...
                    Done.
                    """);

            assertThat(running.apply(NOTHING)).isEqualTo(new Result.Ok<>(true));
            assertThat(running.told()).isEqualTo("""
                    Uninstalling Kubernetes manifest sa.yaml...
                    Done.
                    Uninstalling CNI configuration 10-vlan.conf...
                    Uninstalling CNI plugin vlan...
                    Done.
                    """);
        }
    }

    @Test
    void tellsTheLogOfAWatchWhatHasChanged() throws Exception {
        try (var running = new Running(Voice.WATCH)) {
            assertThat(running.apply(ALL)).isEqualTo(new Result.Ok<>(true));
            assertThat(running.told()).isEqualTo("""
                    Installed CNI plugin vlan.
                    Installed CNI configuration 10-vlan.conf.
                    Installed Kubernetes manifest sa.yaml.
                    """);

            assertThat(running.apply(NOTHING)).isEqualTo(new Result.Ok<>(true));
            assertThat(running.told()).isEqualTo("""
                    Uninstalled Kubernetes manifest sa.yaml.
                    Uninstalled CNI configuration 10-vlan.conf.
                    Uninstalled CNI plugin vlan.
                    """);
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesEverythingAwayThatItHasPutThere(Voice voice) throws Exception {
        var before = bench.picture();
        try (var running = new Running(voice)) {
            running.apply(ALL);
            assertThat(bench.host(VLAN)).exists();
            assertThat(api.get(ACCOUNT)).isPresent();

            running.apply(NOTHING);
            assertThat(bench.picture()).isEqualTo(before);
            assertThat(api.get(ACCOUNT)).isEmpty();
        }
    }

    @Test
    void touchesNothingThatIsRightAndHasAWatchSayNothing() throws Exception {
        try (var running = new Running(Voice.WATCH)) {
            running.apply(ALL);
            running.told();
            var before = bench.picture();
            api.forgetRequests();

            assertThat(running.apply(ALL)).isEqualTo(new Result.Ok<>(true));

            assertThat(running.told()).isEmpty();
            assertThat(bench.picture()).isEqualTo(before);
            assertThat(api.requests("")).isEmpty();
        }
    }

    @Test
    void appliesAManifestAnewOnceItsFileHasChanged() throws Exception {
        try (var running = new Running(Voice.WATCH)) {
            running.apply(ALL);
            running.told();
            bench.manifest("sa.yaml", ACCOUNT_YAML.replace("multus}", "multus, labels: {a: b}}"));

            running.apply(ALL);

            assertThat(running.told()).isEqualTo("Installed Kubernetes manifest sa.yaml.\n");
            assertThat(api.get(ACCOUNT).orElseThrow().at("/metadata/labels/a").asText())
                    .isEqualTo("b");
        }
    }

    @Test
    void appliesAManifestAnewThatWasOutOfTheListForAWhile() throws Exception {
        try (var running = new Running(Voice.WATCH)) {
            running.apply(ALL);
            running.apply(NOTHING);

            running.apply(ALL);

            assertThat(api.get(ACCOUNT)).isPresent();
        }
    }

    /** What may have been applied is written down before it is: another process takes it away. */
    @ParameterizedTest
    @EnumSource
    void keepsWhatWasDoneBeforeAFailureAndKnowsItAfterwards(Voice voice) throws Exception {
        var before = bench.picture();
        bench.manifest("sa.yaml", ACCOUNT_YAML + "\n---\n" + ACCOUNT_YAML.replace("multus}", "another}"));
        api.fail("PATCH " + ACCOUNT.replace("multus", "another"), Failure.status(403));
        try (var running = new Running(voice)) {
            assertThat(running.apply(ALL).map(_ -> "").orElse(reason -> reason))
                    .contains("ServiceAccount another: forbidden");
            assertThat(bench.host(VLAN)).exists();
            assertThat(api.get(ACCOUNT)).isPresent();
        }
        api.heal();
        try (var running = new Running(voice)) {
            running.apply(NOTHING);
            assertThat(api.get(ACCOUNT)).isEmpty();
            assertThat(bench.picture()).isEqualTo(before);
        }
    }

    /** Objects of its name, which another node had applied, were deleted once it left the list. */
    @ParameterizedTest
    @EnumSource
    void doesNotTakeAManifestForAppliedBehindAFileThatFailed(Voice voice) throws Exception {
        Files.createDirectories(bench.host("/etc/cni/net.d/10-vlan.conf"));
        try (var running = new Running(voice)) {
            assertThat(running.apply(ALL)).isInstanceOf(Result.Not.class);
            running.told();

            assertThat(running.apply(NOTHING)).isEqualTo(new Result.Ok<>(true));

            assertThat(running.told()).doesNotContain("manifest");
        }
    }

    /** It failed once, and was taken for done at the next pass. */
    @Test
    void triesAManifestAgainThatWasRefused() throws Exception {
        api.fail("PATCH " + ACCOUNT, Failure.status(403));
        try (var running = new Running(Voice.WATCH)) {
            running.apply(ALL);
            assertThat(running.told()).doesNotContain("manifest");
            api.heal();

            running.apply(ALL);

            assertThat(running.told()).isEqualTo("Installed Kubernetes manifest sa.yaml.\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysWhatStaysSinceItWasChanged(Voice voice) throws Exception {
        try (var running = new Running(voice)) {
            running.apply("--plugins=vlan");
            Files.writeString(bench.host(VLAN), "another");
            running.told();

            running.apply("--plugins=");

            assertThat(running.told())
                    .contains(VLAN + " stays: another process has changed it since\n")
                    .doesNotContain("Uninstalled");
            assertThat(bench.host(VLAN)).hasContent("another");
        }
    }

    /** One process with its memory of what it has applied. */
    private final class Running implements AutoCloseable {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final Console console;
        private final ApplicationContext context;

        Running(Voice voice) throws Exception {
            var stream = new PrintStream(out, true, UTF_8);
            console = new Console(stream, stream, voice);
            context = InstallerApplication.assemble(VerbEnvironment.read(bench.environment()));
        }

        Result<Boolean> apply(String... lists) throws InterruptedException {
            var arguments =
                    List.of(String.join(" ", "apply", String.join(" ", lists)).split(" "));
            return switch (VerbCommand.of(arguments)) {
                case Result.Ok<VerbCommand>(Change change) ->
                    context.getBean(VerbExecutor.class)
                            .carryOut(change, bench.environment(), console)
                            .map(_ -> true);
                case Result<VerbCommand> other -> throw new AssertionError(other);
            };
        }

        /** What was told since the call before. */
        String told() {
            var told = out.toString(UTF_8);
            out.reset();
            return told;
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
