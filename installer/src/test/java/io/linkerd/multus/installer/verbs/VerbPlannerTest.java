// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.node.journal.EntryKind;
import io.linkerd.multus.installer.node.journal.JournalEntry;
import io.linkerd.multus.installer.node.journal.Original;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.settings.VerbSettings;
import io.linkerd.multus.installer.verbs.VerbCommand.Change;
import io.linkerd.multus.installer.verbs.VerbPlan.End;
import io.linkerd.multus.installer.verbs.VerbPlan.Put;
import io.linkerd.multus.installer.verbs.VerbPlan.Removal;
import io.linkerd.multus.installer.verbs.manifests.AppliedManifests;
import io.linkerd.multus.installer.verbs.manifests.Manifest;
import io.linkerd.multus.installer.verbs.manifests.ObjectName;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerbPlannerTest {
    private static final String BIN = "/opt/cni/bin";
    private static final String NET = "/etc/cni/net.d";
    private static final String ACCOUNT_YAML = "{apiVersion: v1, kind: ServiceAccount, metadata: {name: multus}}";
    private static final ObjectName ACCOUNT = new ObjectName("v1", "ServiceAccount", "", "multus");

    @TempDir
    private Path root;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void makeFolders() throws IOException {
        for (var folder : List.of("host" + BIN, "host" + NET, "bin", "templates", "manifests", "account")) {
            Files.createDirectories(root.resolve(folder));
        }
        environment.put("CONTAINER_MOUNT_PREFIX", root.resolve("host").toString());
        environment.put("CONTAINER_CNI_BIN_DIR", root.resolve("bin").toString());
        environment.put("DEST_CNI_BIN_DIR", BIN);
        environment.put("LINKERD_MULTUS_TEMPLATE_DIR", root.resolve("templates").toString());
        environment.put("LINKERD_MULTUS_MANIFEST_DIR", root.resolve("manifests").toString());
        environment.put(
                "LINKERD_MULTUS_SERVICE_ACCOUNT_DIR", root.resolve("account").toString());
        environment.put("LINKERD_MULTUS_NAMESPACE", "home");
        environment.put("KUBERNETES_SERVICE_HOST", "localhost");
        environment.put("KUBERNETES_SERVICE_PORT", "443");
        write("account/token", "token");
        write("bin/vlan", "vlan");
        write("templates/10-vlan.conf", "{}");
        write("manifests/account.yaml", ACCOUNT_YAML);
    }

    /** A plugin is there before the configuration that calls it, and goes after it. */
    @Test
    void putsPluginsFirstAndEndsThemLast() throws Exception {
        var installed = plan("install", "--configs=10-vlan.conf", "--plugins=vlan");
        var uninstalled = plan("uninstall", "--plugins=vlan", "--configs=10-vlan.conf");

        assertThat(installed.put()).extracting(Put::name).containsExactly("vlan", "10-vlan.conf");
        assertThat(installed.put())
                .extracting(put -> put.file().path())
                .containsExactly(BIN + "/vlan", NET + "/10-vlan.conf");
        assertThat(installed.needsCluster()).isFalse();
        assertThat(uninstalled.ended())
                .containsExactly(
                        new End(AssetKind.CONFIG, "10-vlan.conf", NET + "/10-vlan.conf"),
                        new End(AssetKind.PLUGIN, "vlan", BIN + "/vlan"));
        assertThat(uninstalled.put()).isEmpty();
    }

    /** What else the owner has on the node is none of the kind, or in none of the kind's folders. */
    @Test
    void appliesToWhatTheOwnerHasInTheFolderOfTheKind() throws Exception {
        var entries = List.of(
                entry(BIN + "/old", EntryKind.PLUGIN),
                entry(BIN + "/plugin.conf", EntryKind.NETWORK),
                entry(BIN + "/below/old", EntryKind.PLUGIN),
                entry("/elsewhere/old", EntryKind.PLUGIN),
                entry(NET + "/old.conf", EntryKind.NETWORK),
                entry(NET + "/kubeconfig", EntryKind.KUBECONFIG));

        var plan = plan(entries, AppliedManifests.NONE, "apply", "--plugins=vlan", "--configs=");

        assertThat(plan.put()).extracting(Put::name).containsExactly("vlan");
        assertThat(plan.ended()).extracting(End::path).containsExactly(NET + "/old.conf", BIN + "/old");
        assertThat(plan(entries, AppliedManifests.NONE, "apply"))
                .isEqualTo(new VerbPlan(List.of(), List.of(), List.of(), List.of()));
    }

    @Test
    void isNoneWhereAFileIsMissingOrAFolderIsNotMounted() throws Exception {
        assertThat(reason("install", "--plugins=vlan,none")).startsWith("CNI plugin none: ");
        assertThat(reason("install", "--configs=none")).startsWith("CNI configuration none: ");
        assertThat(reason("install", "--manifests=none")).startsWith("Kubernetes manifest none: ");
        assertThat(reason("uninstall", "--manifests=none")).startsWith("Kubernetes manifest none: ");
        environment.put("DEST_CNI_BIN_DIR", "/nowhere");
        assertThat(reason("uninstall", "--plugins=vlan")).contains("/nowhere of the host is not mounted");
    }

    @Test
    void needsAClusterForManifestsAlone() throws Exception {
        assertThat(plan("install", "--manifests=account.yaml").applied())
                .extracting(Manifest::names)
                .containsExactly(List.of(ACCOUNT));

        Files.delete(root.resolve("account/token"));
        for (var verb : List.of("install", "uninstall")) {
            assertThat(reason(verb, "--manifests=account.yaml"))
                    .startsWith("no cluster to apply manifests to: this pod has no token");
        }
        assertThat(plan("install", "--plugins=vlan", "--manifests=").put()).hasSize(1);
    }

    /** The file may have changed since, or may be gone. */
    @Test
    void removesWhatWasAppliedAndElseWhatTheFileHas() throws Exception {
        var role = new ObjectName("rbac.authorization.k8s.io/v1", "ClusterRole", "", "multus");
        var applied = applied("account.yaml", role);

        assertThat(plan(List.of(), applied, "uninstall", "--manifests=account.yaml")
                        .removed())
                .containsExactly(new Removal("account.yaml", List.of(role)));
        assertThat(plan("uninstall", "--manifests=account.yaml").removed())
                .containsExactly(new Removal("account.yaml", List.of(ACCOUNT)));
        assertThat(plan(List.of(), applied("gone.yaml", role), "apply", "--manifests=")
                        .removed())
                .containsExactly(new Removal("gone.yaml", List.of(role)));
    }

    /** A manifest that got another name is two, of which the older one goes without its objects. */
    @Test
    void removesNothingThatAnotherManifestHas() throws Exception {
        write("manifests/new.yaml", ACCOUNT_YAML.replace("multus}", "multus, namespace: home}"));

        var plan = plan(List.of(), applied("old.yaml", ACCOUNT), "apply", "--manifests=new.yaml");

        assertThat(plan.applied()).extracting(Manifest::name).containsExactly("new.yaml");
        assertThat(plan.removed()).containsExactly(new Removal("old.yaml", List.of()));
    }

    private VerbPlan plan(String... arguments) throws Exception {
        return plan(List.of(), AppliedManifests.NONE, arguments);
    }

    private VerbPlan plan(List<JournalEntry> entries, AppliedManifests applied, String... arguments) throws Exception {
        return result(entries, applied, arguments).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }

    private String reason(String... arguments) throws Exception {
        return result(List.of(), AppliedManifests.NONE, arguments)
                .map(VerbPlan::toString)
                .orElse(reason -> reason);
    }

    private Result<VerbPlan> result(List<JournalEntry> entries, AppliedManifests applied, String... arguments)
            throws Exception {
        var settings = VerbSettings.readAll(environment);
        var host = new HostRoot(settings.node().mountPrefix());
        var node = new NodeFolders(settings, host);
        var planner = new VerbPlanner(settings, new AssetFinder(settings, node, Ownership.ofThisProcess()), node);
        return VerbCommand.of(Arrays.asList(arguments))
                .map(Change.class::cast)
                .then(change -> planner.plan(change, entries, applied, environment));
    }

    private static AppliedManifests applied(String name, ObjectName object) {
        var text = "{apiVersion: %s, kind: %s, metadata: {name: %s}}"
                .formatted(object.apiVersion(), object.kind(), object.name());
        return Manifest.read(name, text, Map.of())
                .map(manifest -> AppliedManifests.NONE.with(Change.OWNER, manifest))
                .orElse(reason -> {
                    throw new AssertionError(reason);
                });
    }

    private static JournalEntry entry(String path, EntryKind kind) {
        return new JournalEntry(path, kind, Change.OWNER, List.of(), new Original.Nothing());
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(root.resolve(file), text);
    }
}
