// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.DelegateConfig;
import io.linkerd.multus.daemon.networks.Device;
import io.linkerd.multus.daemon.networks.RuntimeConfig;
import io.linkerd.multus.daemon.networks.Sandbox;
import io.linkerd.multus.daemon.routes.DefaultRoutePlan;
import io.linkerd.multus.daemon.status.DeviceInfo;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceDescriptionsIT {
    private static final String TEXT =
            "{\"type\":\"pci\",\"version\":\"1.1.0\",\"pci\":{\"pci-address\":\"0000:00:1f.6\"}}";
    private static final Sandbox SANDBOX = new Sandbox("c1", "/run/netns/c1", "eth0");

    @TempDir
    private Path root;

    private Path folder;
    private DeviceDescriptions descriptions;

    @BeforeEach
    void makeFolders() throws IOException {
        folder = Files.createDirectories(root.resolve("var/run/k8s.cni.cncf.io/devinfo"));
        descriptions = new DeviceDescriptions(
                root,
                new DurableFiles(FileCalls.ofTheSystem(), RandomGenerator.getDefault()),
                Ownership.ofThisProcess());
    }

    @Test
    void pluginsFindWhatTheDevicePluginHasWrittenUntilTheNetworkIsGone() throws IOException {
        Files.writeString(
                Files.createDirectories(folder.resolve("dp")).resolve("sriov-fast-0000:00:1f.6-device.json"), TEXT);
        var delegate = delegate(Optional.of(new Device("0000:00:1f.6", Optional.of("sriov/fast"))));
        var file = folder.resolve("cni").resolve("shop-red-c1_net1");

        descriptions.offer(delegate, SANDBOX);

        assertThat(file).content().isEqualTo(TEXT);
        assertThat(Files.getPosixFilePermissions(file)).hasSize(3);
        assertThat(descriptions.of(delegate, SANDBOX).json()).isEqualTo(TEXT);

        descriptions.remove(delegate, SANDBOX);

        assertThat(file).doesNotExist();
        assertThat(descriptions.of(delegate, SANDBOX)).isEqualTo(DeviceInfo.NONE);
    }

    @Test
    void aDescriptionThatIsTooLongIsNotOfferedCut() throws IOException {
        Files.writeString(
                Files.createDirectories(folder.resolve("dp")).resolve("sriov-fast-0000:00:1f.6-device.json"),
                TEXT + " ".repeat(64 << 10));
        var delegate = delegate(Optional.of(new Device("0000:00:1f.6", Optional.of("sriov/fast"))));

        descriptions.offer(delegate, SANDBOX);

        assertThat(folder.resolve("cni")).doesNotExist();
        assertThat(descriptions.of(delegate, SANDBOX)).isEqualTo(DeviceInfo.NONE);
    }

    @Test
    void aNetworkWithoutADeviceHasNone() {
        var delegate = delegate(Optional.empty());

        descriptions.offer(delegate, SANDBOX);
        descriptions.remove(delegate, SANDBOX);

        assertThat(descriptions.of(delegate, SANDBOX)).isEqualTo(DeviceInfo.NONE);
        assertThat(folder).isEmptyDirectory();
    }

    private static Delegate delegate(Optional<Device> device) {
        return new Delegate(
                new DelegateConfig("{\"name\":\"red\",\"type\":\"red\"}", "red", "red"),
                "shop/red",
                "net1",
                false,
                RuntimeConfig.NONE,
                Optional.empty(),
                List.of(),
                DefaultRoutePlan.AS_MADE,
                device);
    }
}
