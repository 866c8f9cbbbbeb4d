// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.cniconfig.CniNetwork;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.service.files.ElfPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples and the faults of cni-node, whose verbs these are. */
class VerbRunTest {
    private static final String BIN = "/opt/cni/bin";
    private static final String NET = "/etc/cni/net.d";
    private static final String STATE = "/var/lib/linkerd-multus";
    private static final String CALICO =
            "{\n  \"name\": \"calico\",\n  \"plugins\": [{\"type\": \"calico\", \"mtu\": 1440.0}]\n}\n";

    @TempDir
    private Path root;

    @Test
    void listsThePluginsThatCanBeInstalled() throws Exception {
        assertThat(new VerbBench(root).run("list").out())
                .isEqualTo("flannel\nhost-device\nipvlan\nmacvlan\nmulti-cni\nvlan\n".replace("multi", "multus"));
    }

    /** It said the name of the folder, twice. */
    @Test
    void saysWhyNothingCanBeListed() throws Exception {
        var nowhere = root.resolve("nowhere");

        assertThat(new VerbBench(root)
                        .with("CONTAINER_CNI_BIN_DIR=" + nowhere)
                        .run("list")
                        .err())
                .isEqualTo(nowhere + " cannot be read: " + nowhere + " does not exist\n");
    }

    /** As in {@code docker run -v /opt/cni/bin:/host/opt/cni/bin … install --plugins=flannel,ipvlan}. */
    @Test
    void installsPluginsWithNothingMountedButTheirFolder() throws Exception {
        var bench = new VerbBench(root, BIN);
        Files.writeString(bench.host(BIN + "/bridge"), "theirs");
        var before = bench.picture();

        var run = bench.run("install", "--plugins=flannel,ipvlan");

        assertThat(run).isEqualTo(new OneShot(0, """
                Installing CNI plugin flannel...
                Installing CNI plugin ipvlan...
                Done.
                """, ""));
        assertThat(bench.host(BIN + "/flannel")).hasContent(FakeNode.script("flannel"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(bench.host(BIN + "/ipvlan"))))
                .isEqualTo("rwxr-xr-x");

        var removal = bench.run("uninstall", "--plugins=flannel,ipvlan");

        assertThat(removal).isEqualTo(new OneShot(0, """
                Uninstalling CNI plugin ipvlan...
                Uninstalling CNI plugin flannel...
                Done.
                """, ""));
        assertThat(bench.picture()).isEqualTo(before);
    }

    /** As with {@code install --configs=05-multus.conf,10-ipvlan.conf} and Calico's list on the node. */
    @Test
    void fillsAConfigurationWithOneOfTheNode() throws Exception {
        var bench = new VerbBench(root, NET);
        Files.writeString(bench.host(NET + "/10-calico.conflist"), CALICO);
        bench.template("05-multus.conf", "{\n  \"delegates\": [\n    __10-calico.conflist__\n  ]\n}\n");
        bench.template("10-ipvlan.conf", "{\"type\": \"ipvlan\"}");

        var run = bench.run("install", "--configs=05-multus.conf,10-ipvlan.conf");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(bench.host(NET + "/05-multus.conf"))
                .hasContent("{\n  \"delegates\": [\n    " + CALICO.strip() + "\n  ]\n}\n");
        assertThat(bench.host(NET + "/10-ipvlan.conf")).hasContent("{\"type\": \"ipvlan\"}");
    }

    @Test
    void fillsAConfigurationWithOneThatIsInstalledBeforeIt() throws Exception {
        var bench = new VerbBench(root, NET);
        bench.template("20-a.conf", "{\"type\": \"a\"}");
        bench.template("10-b.conf", "{\"delegate\": \"__20-a.conf__\"}");

        assertThat(bench.run("install", "--configs=20-a.conf,10-b.conf").err()).isEmpty();

        assertThat(bench.host(NET + "/10-b.conf")).hasContent("{\"delegate\": {\"type\": \"a\"}}");
    }

    /** It wrote the configuration without the line, which was no JSON any more, and ended with 0. */
    @Test
    void doesNothingWhenAConfigurationPointsToNothing() throws Exception {
        var bench = new VerbBench(root, NET, BIN);
        bench.template("05-multus.conf", "{\"delegates\": [__10-calico.conflist__]}");
        var before = bench.picture();

        var run = bench.run("install", "--plugins=multus-cni", "--configs=05-multus.conf");

        assertThat(run).isEqualTo(new OneShot(1, "", """
                CNI configuration 05-multus.conf: points to 10-calico.conflist, which is no file in /etc/cni/net.d of the node
                """));
        assertThat(bench.picture()).isEqualTo(before);
    }

    /** Each took in what the other had taken in before, and a watch made them longer and longer as fast as it could. */
    @Test
    void doesNothingWhereTwoConfigurationsTakeEachOtherIn() throws Exception {
        var bench = new VerbBench(root, NET, BIN);
        Files.writeString(bench.host(NET + "/10-b.conf"), "{}");
        bench.template("05-a.conf", "{\"delegates\": [__10-b.conf__]}");
        bench.template("10-b.conf", "{\"delegates\": [__05-a.conf__]}");
        var before = bench.picture();

        var run = bench.run("install", "--configs=05-a.conf,10-b.conf");

        assertThat(run).isEqualTo(new OneShot(1, "", """
                CNI configuration 10-b.conf: points to 05-a.conf, which takes it in, too: both would grow without end
                """));
        assertThat(bench.picture()).isEqualTo(before);
    }

    /** By a link it took itself in, and grew with each pass all the same. */
    @Test
    void doesNothingWhereAConfigurationTakesItselfInByALink() throws Exception {
        var bench = new VerbBench(root, NET, BIN);
        Files.writeString(bench.host(NET + "/05-a.conf"), "{}");
        Files.createSymbolicLink(bench.host(NET + "/10-link.conf"), Path.of("05-a.conf"));
        bench.template("05-a.conf", "{\"delegates\": [__10-link.conf__]}");
        var before = bench.picture();

        var run = bench.run("install", "--configs=05-a.conf");

        assertThat(run).isEqualTo(new OneShot(1, "", """
                CNI configuration 05-a.conf: points to 05-a.conf, which takes it in, too: both would grow without end
                """));
        assertThat(bench.picture()).isEqualTo(before);
    }

    /** It was installed, and each pod's start failed with "exec format error". */
    @Test
    void doesNothingWhereAPluginIsForAnotherArchitecture() throws Exception {
        var bench = new VerbBench(root, BIN);
        Files.write(bench.container("bin").resolve("vlan"), ElfPrograms.statically(ElfPrograms.foreign()));
        Files.write(bench.container("bin").resolve("ipvlan"), ElfPrograms.statically(ElfPrograms.own()));
        var before = bench.picture();

        var run = bench.run("install", "--plugins=flannel,vlan");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("CNI plugin vlan: ", "is a program for ", "and this node runs programs for ");
        assertThat(bench.picture()).isEqualTo(before);
        assertThat(bench.run("install", "--plugins=ipvlan").exitCode()).isZero();
    }

    /** It stopped in the middle. */
    @Test
    void doesNothingWhenOneOfThemIsNotThere() throws Exception {
        var bench = new VerbBench(root, BIN);
        var before = bench.picture();

        var run = bench.run("install", "--plugins=flannel,flanel");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("CNI plugin flanel: ", "does not exist");
        assertThat(bench.picture()).isEqualTo(before);
    }

    /** The example: host-device, multus-cni and ipvlan are there, multus-cni and macvlan are desired. */
    @Test
    void appliesTheDifferenceOfWhatIsDesiredAndWhatIsThere() throws Exception {
        var bench = new VerbBench(root, BIN, STATE);
        bench.run("install", "--plugins=host-device,multus-cni,ipvlan");
        Files.writeString(bench.container("bin").resolve("multus-cni"), FakeNode.script("another"));

        var run = bench.run("apply", "--plugins=multus-cni,macvlan:host-device,multus-cni,ipvlan");

        assertThat(run.out()).isEqualTo("""
                Installing CNI plugin macvlan...
                Done.
                Uninstalling CNI plugin ipvlan...
                Uninstalling CNI plugin host-device...
                Done.
                """);
        assertThat(bench.host(BIN)).isDirectoryNotContaining("glob:**/{ipvlan,host-device}");
        assertThat(bench.host(BIN + "/multus-cni")).hasContent(FakeNode.script("multus-cni"));
    }

    /** Without a colon it did nothing. */
    @Test
    void appliesTheDifferenceToWhatWasInstalledBefore() throws Exception {
        var bench = new VerbBench(root, BIN, NET, STATE);
        bench.template("10-vlan.conf", "{}");
        bench.run("install", "--plugins=vlan,macvlan", "--configs=10-vlan.conf");

        var run = bench.run("apply", "--plugins=vlan");

        assertThat(run.out())
                .contains("Uninstalling CNI plugin macvlan...")
                .doesNotContain("Uninstalling CNI plugin vlan");
        assertThat(bench.host(BIN + "/vlan")).exists();
        assertThat(bench.host(BIN + "/macvlan")).doesNotExist();
        assertThat(bench.host(NET + "/10-vlan.conf")).exists();
        bench.run("apply", "--plugins=", "--configs=");
        assertThat(bench.host(BIN)).isEmptyDirectory();
        assertThat(bench.host(NET)).isEmptyDirectory();
        assertThat(bench.host(STATE)).isEmptyDirectory();
    }

    /** It uninstalled vlan, too: names were regular expressions, looked for within the others. */
    @Test
    void doesNotTakeANameForAPartOfAnother() throws Exception {
        var bench = new VerbBench(root, BIN, STATE);
        bench.run("install", "--plugins=vlan,macvlan");

        assertThat(bench.run("apply", "--plugins=vlan:vlan,macvlan").exitCode()).isZero();

        assertThat(bench.host(BIN + "/vlan")).exists();
        assertThat(bench.host(BIN + "/macvlan")).doesNotExist();
    }

    /** It removed plugins before the configurations that call them. */
    @Test
    void uninstallsConfigurationsBeforeThePluginsThatTheyCall() throws Exception {
        var bench = new VerbBench(root, BIN, NET, STATE);
        bench.template("a.conf", "{}");
        bench.template("b.conf", "{}");
        bench.run("install", "--configs=a.conf,b.conf", "--plugins=flannel");

        assertThat(bench.run("uninstall", "--plugins=flannel", "--configs=a.conf,b.conf")
                        .out())
                .isEqualTo("""
                Uninstalling CNI configuration b.conf...
                Uninstalling CNI configuration a.conf...
                Uninstalling CNI plugin flannel...
                Done.
                """);
    }

    /** It removed what others had put there. */
    @Test
    void leavesWhatItHasNotInstalled() throws Exception {
        var bench = new VerbBench(root, BIN, STATE);
        Files.writeString(bench.host(BIN + "/vlan"), "theirs");
        bench.run("install", "--plugins=macvlan", "--owner=somebody");

        var run = bench.run("uninstall", "--plugins=vlan,macvlan,absent");

        assertThat(run).isEqualTo(new OneShot(0, """
                Uninstalling CNI plugin absent...
                Uninstalling CNI plugin macvlan...
                /opt/cni/bin/macvlan stays: cni-node has not put it there
                Uninstalling CNI plugin vlan...
                /opt/cni/bin/vlan stays: cni-node has not put it there
                Done.
                """, ""));
        assertThat(bench.host(BIN + "/vlan")).hasContent("theirs");
        assertThat(bench.host(BIN + "/macvlan")).exists();
    }

    /** It was gone for good. */
    @Test
    void givesBackWhatWasThereBefore() throws Exception {
        var bench = new VerbBench(root, BIN, STATE);
        Files.writeString(bench.host(BIN + "/vlan"), "theirs");

        bench.run("install", "--plugins=vlan");
        assertThat(bench.host(BIN + "/vlan")).hasContent(FakeNode.script("vlan"));
        bench.run("uninstall", "--plugins=vlan");

        assertThat(bench.host(BIN + "/vlan")).hasContent("theirs");
    }

    @Test
    void refusesALinkThatLeadsOutOfTheFolder() throws Exception {
        var bench = new VerbBench(root, BIN, NET);
        Files.writeString(root.resolve("secret"), "{}");
        Files.createSymbolicLink(bench.container("templates").resolve("a.conf"), root.resolve("secret"));
        Files.createSymbolicLink(bench.container("bin").resolve("evil"), root.resolve("secret"));
        Files.writeString(bench.host("/secret"), "{\"password\": 1}");
        Files.createSymbolicLink(bench.host(NET + "/10-x.conf"), Path.of("../../../secret"));
        bench.template("b.conf", "{\"x\": \"__10-x.conf__\"}");

        assertThat(bench.run("install", "--configs=a.conf").err()).contains("a.conf leads out of its folder");
        assertThat(bench.run("install", "--plugins=evil").err()).contains("evil leads out of its folder");
        assertThat(bench.run("install", "--configs=b.conf").err()).contains("which leads out of /etc/cni/net.d");
        assertThat(bench.host(NET + "/b.conf")).doesNotExist();
    }

    /** As the kubelet mounts a ConfigMap. */
    @Test
    void followsLinksWithinTheFolder() throws Exception {
        var bench = new VerbBench(root, NET);
        var folder = Files.createDirectory(bench.container("templates").resolve("..2026_11_23"));
        Files.writeString(folder.resolve("a.conf"), "{}");
        Files.createSymbolicLink(bench.container("templates").resolve("..data"), Path.of("..2026_11_23"));
        Files.createSymbolicLink(bench.container("templates").resolve("a.conf"), Path.of("..data/a.conf"));

        assertThat(bench.run("install", "--configs=a.conf").err()).isEmpty();

        assertThat(bench.host(NET + "/a.conf")).hasContent("{}");
    }

    /** It wrote into its own container, and ended with 0. */
    @Test
    void saysWhichFolderHasToBeMounted() throws Exception {
        var run = new VerbBench(root, NET).run("install", "--plugins=flannel");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("CNI plugin flannel: /opt/cni/bin of the host is not mounted at ");
        assertThat(new VerbBench(root.resolve("other"))
                        .run("install", "--plugins=flannel")
                        .err())
                .contains("nothing of the host is mounted");
    }

    @Test
    void putsPluginsWhereOpenShiftLooksForThem() throws Exception {
        var bench = new VerbBench(root, "/var/lib/cni/bin");

        assertThat(bench.run("install", "--plugins=flannel").err()).isEmpty();

        assertThat(bench.host("/var/lib/cni/bin/flannel")).exists();
    }

    /** As in a pod with {@code automountServiceAccountToken: false}, which needs none. */
    @Test
    void installsInAPodThatHasNoToken() throws Exception {
        var bench = new VerbBench(root, BIN)
                .with(
                        "KUBERNETES_SERVICE_HOST=127.0.0.1",
                        "KUBERNETES_SERVICE_PORT=1",
                        "LINKERD_MULTUS_SERVICE_ACCOUNT_DIR=" + root.resolve("account"));
        bench.manifest("sa.yaml", "{apiVersion: v1, kind: ServiceAccount, metadata: {name: multus}}");

        assertThat(bench.run("install", "--plugins=flannel"))
                .isEqualTo(new OneShot(0, "Installing CNI plugin flannel...\nDone.\n", ""));
        assertThat(bench.run("install", "--manifests=sa.yaml").err())
                .isEqualTo("no cluster to apply manifests to: this pod has no token (automountServiceAccountToken)\n");
    }

    /** The removal of a file that somebody has changed since was told as if it were gone. */
    @Test
    void saysThatAFileStaysThatSomebodyHasChangedSince() throws Exception {
        var bench = new VerbBench(root, NET, STATE);
        bench.template("a.conf", "{}");
        bench.run("install", "--configs=a.conf");
        Files.writeString(bench.host(NET + "/a.conf"), "{\"theirs\": 1}");

        assertThat(bench.run("uninstall", "--configs=a.conf")).isEqualTo(new OneShot(0, """
                Uninstalling CNI configuration a.conf...
                /etc/cni/net.d/a.conf stays: another process has changed it since
                Done.
                """, ""));
        assertThat(bench.host(NET + "/a.conf")).hasContent("{\"theirs\": 1}");
    }

    @Test
    void saysWhereTheListOfManifestsIsDamagedAndWhatToDo() throws Exception {
        var bench = new VerbBench(root, BIN, STATE);
        var list = Files.writeString(bench.host(STATE + "/manifests.json"), "{");

        assertThat(bench.run("install", "--plugins=vlan").err())
                .startsWith(list + " is of no use: ")
                .contains("remove it");
        Files.writeString(list, "{\"version\": 2}");
        assertThat(bench.run("install", "--plugins=vlan").err()).contains("version 2");
        assertThat(list).hasContent("{\"version\": 2}");
    }

    /** A pointer ten times in a line took ten times the memory. */
    @Test
    void refusesAConfigurationThatIsTooLongWhenItIsFilled() throws Exception {
        var bench = new VerbBench(root, NET);
        Files.writeString(bench.host(NET + "/10-x.conf"), "\"" + "x".repeat(1 << 20) + "\"");
        bench.template("a.conf", "{\"x\": [" + "__10-x.conf__,".repeat(1000) + "1]}");

        assertThat(bench.run("install", "--configs=a.conf"))
                .isEqualTo(new OneShot(
                        1,
                        "",
                        "CNI configuration a.conf: is longer than " + CniNetwork.LIMITS.length()
                                + " characters once it is filled\n"));
    }

    @Test
    void refusesSettingsThatAreNotKnown() throws Exception {
        var run = new VerbBench(root, BIN).with("LINKERD_MULTUS_MOD=nad").run("install", "--plugins=flannel");

        assertThat(run.exitCode()).isEqualTo(78);
        assertThat(run.err()).contains("LINKERD_MULTUS_MOD");
    }
}
