// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.generated.ConfigPlan.Cause;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigPlanTest {
    private static final String PRIMARY =
            "{\"cniVersion\":\"1.0.0\",\"name\":\"p\",\"type\":\"ptp\",\"capabilities\":{\"ips\":true}}";
    private static final GeneratedConfig GENERATED = new GeneratedConfig(
            "{\"capabilities\":{\"ips\":true},\"cniVersion\":\"1.0.0\",\"name\":\"multus-cni-network\","
                    + "\"clusterNetwork\":\"/d/10-a.conf\",\"type\":\"multus-shim\"}",
            "/d/10-a.conf");
    private static final GeneratedConfig INCAPABLE =
            new GeneratedConfig(GENERATED.text().replace("\"capabilities\":{\"ips\":true},", ""), GENERATED.primary());
    private static final GeneratedConfig OF_ANOTHER =
            new GeneratedConfig(GENERATED.text().replace("10-a", "05-b"), "/d/05-b.conf");

    private final Node node = new Node(DaemonConfigs.auto()).with("10-a.conf", PRIMARY);

    @Test
    void isWrittenOnceAndStaysInForce() {
        assertThat(node.turn()).isEqualTo(new ConfigPlan.Write(GENERATED, Cause.FIRST));
        assertThat(node.turn()).isEqualTo(new ConfigPlan.InForce(GENERATED));
        assertThat(node.turn()).isEqualTo(new ConfigPlan.InForce(GENERATED));
    }

    @Test
    void waitsForAPrimaryNetwork() {
        node.files.clear();

        assertThat(node.turn()).isEqualTo(new ConfigPlan.Wait("could not find a plugin configuration in /d"));
        assertThat(node.with("10-a.conf", PRIMARY).turn()).isEqualTo(new ConfigPlan.Write(GENERATED, Cause.FIRST));
    }

    /** Upstream writes an empty file where the primary network's is being rewritten, and no pod starts until the next change. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{\"cniVersion\":", "[]", "{\"type\":\"ptp\",\"cniVersion\":\"0.3.1\"}"})
    void theLastGoodOneStaysWhileThePrimaryIsTorn(String torn) {
        node.turn();
        node.with("10-a.conf", torn);

        assertThat(node.turn()).isInstanceOfSatisfying(ConfigPlan.Keep.class, keep -> {
            assertThat(keep.lastGood()).isEqualTo(GENERATED);
            assertThat(keep.reason()).startsWith("10-a.conf: ");
        });
        assertThat(node.written).hasValue(GENERATED.text());
        assertThat(node.with("10-a.conf", PRIMARY).turn()).isEqualTo(new ConfigPlan.InForce(GENERATED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"cniVersion\":", "{\"type\":\"ptp\",\"cniVersion\":\"0.3.1\"}"})
    void waitsWhereThePrimaryWasNeverGood(String torn) {
        assertThat(node.with("10-a.conf", torn).turn()).isInstanceOf(ConfigPlan.Wait.class);
        assertThat(node.written).isEmpty();
    }

    @Test
    void saysWhyThePrimaryCannotBeRead() {
        node.files.put("10-a.conf", new Result.Not<>("permission denied"));

        assertThat(node.turn()).isEqualTo(new ConfigPlan.Wait("10-a.conf: permission denied"));
    }

    @Test
    void theLastGoodOneStaysWhereThePrimaryIsGone() {
        node.turn();
        node.files.clear();

        assertThat(node.turn())
                .isEqualTo(new ConfigPlan.Keep(GENERATED, "could not find a plugin configuration in /d"));
    }

    /** Upstream's union of capabilities only grows. */
    @Test
    void aCapabilityThatThePrimaryLosesIsLost() {
        node.turn();
        node.with("10-a.conf", PRIMARY.replace("true", "false"));

        assertThat(node.turn()).isEqualTo(new ConfigPlan.Write(INCAPABLE, Cause.PRIMARY_CHANGED));
    }

    /** Upstream looks for the primary network once. */
    @Test
    void thePrimaryIsChosenAnew() {
        node.turn();
        node.with("05-b.conf", PRIMARY);
        assertThat(node.turn()).isEqualTo(new ConfigPlan.Write(OF_ANOTHER, Cause.PRIMARY_CHOSEN_ANEW));

        node.files.remove("05-b.conf");
        assertThat(node.turn()).isEqualTo(new ConfigPlan.Write(GENERATED, Cause.PRIMARY_CHOSEN_ANEW));
    }

    @Test
    void anotherPrimaryThatIsTornIsNotPassedOver() {
        node.turn();
        node.with("05-b.conf", "{");

        assertThat(node.turn())
                .isEqualTo(new ConfigPlan.Keep(
                        GENERATED,
                        "05-b.conf: line 1, column 2: nothing follows, and the object that begins in line 1, column 1"
                                + " has no end"));
    }

    @Test
    void thePrimaryThatIsSaidStays() {
        var said = new Node(DaemonConfigs.auto("\"multusMasterCNI\":\"10-a.conf\"")).with("05-b.conf", PRIMARY);

        assertThat(said.turn()).isEqualTo(new ConfigPlan.Wait("10-a.conf: it is not there"));
        assertThat(said.with("10-a.conf", PRIMARY).turn()).isEqualTo(new ConfigPlan.Write(GENERATED, Cause.FIRST));
    }

    /** Nothing of upstream's makes it again. */
    @Test
    void isMadeAgainWhenItIsRemoved() {
        node.turn();
        node.written = Optional.empty();

        assertThat(node.turn()).isEqualTo(new ConfigPlan.Write(GENERATED, Cause.REMOVED_BY_OTHERS));
    }

    @Test
    void isMadeAgainWhileThePrimaryIsTorn() {
        node.turn();
        node.written = Optional.empty();
        node.with("10-a.conf", "");

        assertThat(node.turn()).isEqualTo(new ConfigPlan.Write(GENERATED, Cause.REMOVED_BY_OTHERS));
        assertThat(node.turn()).isInstanceOf(ConfigPlan.Keep.class);
    }

    @Test
    void ciliumsRenamingIsNamed() {
        node.turn();
        node.setAside = node.written;
        node.written = Optional.empty();
        assertThat(node.turn()).isEqualTo(new ConfigPlan.Write(GENERATED, Cause.RENAMED_BY_CILIUM));

        node.restart();
        node.written = Optional.empty();
        assertThat(node.turn()).isEqualTo(new ConfigPlan.Write(GENERATED, Cause.RENAMED_BY_CILIUM));

        node.setAside = Optional.of("another's");
        node.written = Optional.empty();
        assertThat(node.turn()).isEqualTo(new ConfigPlan.Write(GENERATED, Cause.REMOVED_BY_OTHERS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "{\"type\":\"multus-shim\"}"})
    void isMadeAgainWhenItIsChanged(String changed) {
        node.turn();
        node.written = Optional.of(changed);

        assertThat(node.turn()).isEqualTo(new ConfigPlan.Write(GENERATED, Cause.CHANGED_BY_OTHERS));
    }

    @Test
    void theNextDaemonTakesOverWhatItFinds() {
        node.turn();
        node.restart();
        assertThat(node.turn()).isEqualTo(new ConfigPlan.InForce(GENERATED));

        node.restart();
        node.written = Optional.of("{\"type\":\"multus-shim\",\"cniVersion\":\"0.3.1\"}");
        assertThat(node.turn()).isEqualTo(new ConfigPlan.Write(GENERATED, Cause.TAKEN_OVER));
    }

    @Test
    void theNextDaemonKeepsTheEarliersWhileThePrimaryIsTorn() {
        node.turn();
        node.restart();
        node.with("10-a.conf", "");
        assertThat(node.turn()).isInstanceOf(ConfigPlan.Keep.class);

        node.written = Optional.empty();
        assertThat(node.turn()).isEqualTo(new ConfigPlan.Write(GENERATED, Cause.REMOVED_BY_OTHERS));
    }

    /** Upstream's empty file is no configuration that anything can be learned from. */
    @Test
    void theNextDaemonDoesNotKeepAnEmptyFile() {
        node.with("10-a.conf", "");
        node.written = Optional.of("");

        assertThat(node.turn()).isInstanceOf(ConfigPlan.Wait.class);
    }

    @Test
    void aReadinessFileIsWaitedForAndItsEndIsTheEnd() {
        node.ready = false;
        assertThat(node.turn()).isEqualTo(new ConfigPlan.Wait("the readiness indicator file is not there"));

        node.ready = true;
        node.turn();
        node.ready = false;
        assertThat(node.turn()).isEqualTo(new ConfigPlan.Remove());
        assertThat(node.written).isEmpty();
        assertThat(node.turn()).isInstanceOf(ConfigPlan.Wait.class);
    }

    @Test
    void forcesTheVersionOfEachPrimaryOnce() {
        var forcing = new Node(DaemonConfigs.auto("\"forceCNIVersion\":true"));
        var old = PRIMARY.replace("1.0.0", "0.3.1");

        assertThat(forcing.with("10-a.conf", old).turn()).isEqualTo(new ConfigPlan.ForceVersion("10-a.conf", PRIMARY));
        assertThat(forcing.turn()).isEqualTo(new ConfigPlan.Write(GENERATED, Cause.FIRST));
        assertThat(forcing.with("10-a.conf", old).turn())
                .isEqualTo(new ConfigPlan.Keep(
                        GENERATED, "10-a.conf: delegate cni version is 0.3.1 while top level cni version is 1.0.0"));
        assertThat(forcing.with("05-b.conf", old).turn()).isEqualTo(new ConfigPlan.ForceVersion("05-b.conf", PRIMARY));
        assertThat(forcing.turn()).isEqualTo(new ConfigPlan.Write(OF_ANOTHER, Cause.PRIMARY_CHOSEN_ANEW));
        assertThat(forcing.remembered.forced()).containsExactlyInAnyOrder("05-b.conf", "10-a.conf");
    }

    @Test
    void aVersionThatIsRightIsNotForced() {
        assertThat(new Node(DaemonConfigs.auto("\"forceCNIVersion\":true"))
                        .with("10-a.conf", PRIMARY)
                        .turn())
                .isEqualTo(new ConfigPlan.Write(GENERATED, Cause.FIRST));
    }

    @Test
    void aNameThatIsOverriddenHasToBeThere() {
        var overriding = new Node(DaemonConfigs.auto("\"overrideNetworkName\":true"));

        assertThat(overriding
                        .with("10-a.conf", PRIMARY.replace("\"p\"", "\"\""))
                        .turn())
                .isEqualTo(new ConfigPlan.Wait("10-a.conf: it has no name, which overrideNetworkName asks for"));
        assertThat(overriding.with("10-a.conf", PRIMARY).turn())
                .isInstanceOfSatisfying(
                        ConfigPlan.Write.class,
                        write -> assertThat(write.config().text())
                                .contains("\"name\":\"p\"", "\"overrideNetworkName\":true"));
    }

    /** Upstream's daemon copies it, and ends; before that it emptied it. */
    @Test
    void aUsersConfigurationIsFollowed() {
        var file = "/etc/multus/70-m.conf";
        var user = new Node(DaemonConfigs.user(file));
        var text = "{ \"type\" : \"multus-shim\" }\n";
        assertThat(user.turn()).isEqualTo(new ConfigPlan.Wait(file + ": it is not there"));

        assertThat(user.with(file, text).turn())
                .isEqualTo(new ConfigPlan.Write(new GeneratedConfig(text, file), Cause.FIRST));
        assertThat(user.with(file, "").turn())
                .isEqualTo(new ConfigPlan.Keep(
                        new GeneratedConfig(text, file), file + ": line 1, column 1: nothing there"));
        assertThat(user.with(file, "{\"plugins\":[{\"type\":\"a\"}]}").turn())
                .isEqualTo(new ConfigPlan.Keep(
                        new GeneratedConfig(text, file), file + ": a name or a type is missing in it"));
        assertThat(user.with(file, text + "\n").turn())
                .isEqualTo(new ConfigPlan.Write(new GeneratedConfig(text + "\n", file), Cause.PRIMARY_CHANGED));
        user.ready = false;
        assertThat(user.turn()).isInstanceOf(ConfigPlan.InForce.class);
    }
}
