// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.node.journal.EntryOwner;
import io.linkerd.multus.installer.verbs.VerbCommand.Change;
import io.linkerd.multus.installer.verbs.VerbCommand.Watch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerbArgumentsTest {
    @Test
    void listPassesOverWhatFollows() {
        assertThat(VerbCommand.of(List.of("list", "--any"))).isEqualTo(new Result.Ok<>(new VerbCommand.ListPlugins()));
    }

    @Test
    void readsAllKindsTogether() {
        var change =
                change("install", "--plugins=flannel,ipvlan", "--manifests=crb.yaml", "--configs=a.conf", "--pause");

        assertThat(change.verb()).isEqualTo(ChangeVerb.INSTALL);
        assertThat(change.pause()).isTrue();
        assertThat(change.owner()).isEqualTo(new EntryOwner("cni-node"));
        assertThat(change.wishes())
                .isEqualTo(Map.of(
                        AssetKind.PLUGIN, wish("flannel,ipvlan"),
                        AssetKind.CONFIG, wish("a.conf"),
                        AssetKind.MANIFEST, wish("crb.yaml")));
    }

    @Test
    void theLastOfAnOptionThatIsRepeatedCounts() {
        assertThat(change("apply", "--plugins=a", "--plugins=b:c").wishes())
                .isEqualTo(Map.of(AssetKind.PLUGIN, wish("b:c")));
    }

    @Test
    void isDoneInTheNameOfAnOwnerThatIsSaid() {
        assertThat(change("apply", "--owner=macvlan").owner()).isEqualTo(new EntryOwner("macvlan"));
        assertThat(VerbCommand.of(List.of("apply", "--owner="))).isInstanceOf(Result.Not.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--plugin=a", "--plugins", "--pause=yes", "-p", "a", "--owner", "", "=a"})
    void refusesAnOptionThatIsNotKnown(String option) {
        assertThat(VerbCommand.of(List.of("install", "--plugins=a", option)))
                .isEqualTo(new Result.Not<>("Unknown option: " + option.replaceAll("=.*", "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../etc/passwd", "a/b", "..", ".", ".hidden", "/etc/passwd", "a,../b", "b:../a"})
    void refusesNamesThatTryToLeaveTheFolder(String names) {
        assertThat(VerbCommand.of(List.of("install", "--configs=" + names)))
                .asString()
                .contains("not a plain file name: ");
    }

    /** Who may write a ConfigMap writes no control characters and no pages into logs and terminals. */
    @ParameterizedTest
    @CsvSource({"99, ''", "100, ''", "101, ..."})
    void showsANameThatIsNoneInOneShortLine(int length, String end) {
        var name = "\u001b\u00e4!" + "x".repeat(length - 3);

        assertThat(VerbCommand.of(List.of("apply", "--configs=a," + name)))
                .isEqualTo(
                        new Result.Not<>("not a plain file name: ??!" + "x".repeat(Math.min(length, 100) - 3) + end));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-", "-a", "A", "a b", "a/b"})
    void refusesWhatIsNoOwner(String name) {
        assertThat(VerbCommand.of(List.of("apply", "--owner=" + name)))
                .isEqualTo(new Result.Not<>("not the name of an owner: " + name));
    }

    @Test
    void needsTheNodeForPluginsAndConfigurationsAlone() {
        assertThat(change("apply", "--plugins=a", "--manifests=a").needsNode()).isTrue();
        assertThat(change("apply", "--configs=a").needsNode()).isTrue();
        assertThat(change("apply", "--manifests=a").needsNode()).isFalse();
        assertThat(change("apply").needsNode()).isFalse();
    }

    @Test
    void readsWhichConfigMapToWatch() {
        assertThat(VerbCommand.of(List.of("watch", "multus-cni")))
                .isEqualTo(new Result.Ok<>(new Watch(Optional.empty(), "multus-cni", false)));
        assertThat(VerbCommand.of(List.of("watch", "--uninstall-on-stop", "kube-system/multus-cni")))
                .isEqualTo(new Result.Ok<>(new Watch(Optional.of("kube-system"), "multus-cni", true)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b/c", "A", "/a", "a/", "../a", "--pause"})
    void refusesWhatIsNoConfigMap(String name) {
        assertThat(VerbCommand.of(List.of("watch", name))).isInstanceOf(Result.Not.class);
        assertThat(VerbCommand.of(List.of("watch"))).isInstanceOf(Result.Not.class);
        assertThat(VerbCommand.of(List.of("watch", "a", "b"))).isInstanceOf(Result.Not.class);
    }

    private static Change change(String... arguments) {
        return VerbCommand.of(List.of(arguments)).map(Change.class::cast).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }

    private static Wish wish(String value) {
        return Wish.read(value).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
