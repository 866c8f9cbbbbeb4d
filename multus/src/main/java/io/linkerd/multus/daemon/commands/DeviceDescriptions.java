// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.json.JsonLimits;
import io.linkerd.multus.contracts.json.JsonValue;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.Device;
import io.linkerd.multus.daemon.networks.Sandbox;
import io.linkerd.multus.daemon.status.DeviceInfo;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.Ownership;
import io.linkerd.multus.service.files.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files by which device plugins and CNI plugins describe the devices of networks. */
public final class DeviceDescriptions {
    private static final Logger log = LoggerFactory.getLogger(DeviceDescriptions.class);

    /** Usual are 200 bytes. */
    private static final JsonLimits LIMITS =
            JsonLimits.ofLength(64 << 10).values(1_000).build();

    private static final int READ_ONLY = 0444;

    private final Path root;
    private final DurableFiles files;
    private final Ownership owner;

    /** Files under that root, which is the node's. */
    public DeviceDescriptions(Path root, DurableFiles files, Ownership owner) {
        this.root = root;
        this.files = files;
        this.owner = owner;
    }

    /** Puts what a device plugin has written to where the network's plugins find it; a network without it is added all the same. */
    void offer(Delegate delegate, Sandbox sandbox) {
        var from = delegate.device().flatMap(Device::description).map(this::below);
        if (from.isEmpty() || !Files.isRegularFile(from.get())) {
            return;
        }
        var target = file(delegate, sandbox);
        try {
            var bytes = RegularFile.start(from.get(), LIMITS.length() + 1);
            if (bytes.length > LIMITS.length()) {
                log.atWarn()
                        .addKeyValue("file", from.get())
                        .addKeyValue("longest", LIMITS.length())
                        .log(
                                "a network's plugins are not told of its device: its description is too long; have the device plugin"
                                        + " write a shorter one");
                return;
            }
            var text = new String(bytes, StandardCharsets.UTF_8);
            Files.createDirectories(folderOf(target));
            files.replace(target, new Content.Text(text), owner.withMode(READ_ONLY));
        } catch (IOException | FileChangeFailed e) {
            log.atWarn().addKeyValue("file", target).setCause(e).log("a network's plugins are not told of its device");
        }
    }

    /** {@return what is written of a network's device} */
    DeviceInfo of(Delegate delegate, Sandbox sandbox) {
        if (delegate.device().isEmpty()) {
            return DeviceInfo.NONE;
        }
        var file = file(delegate, sandbox);
        if (!Files.isRegularFile(file)) {
            return DeviceInfo.NONE;
        }
        try {
            return JsonValue.read(RegularFile.start(file, LIMITS.length() + 1), LIMITS)
                    .then(DeviceInfo::read)
                    .orElse(reason -> {
                        log.atWarn()
                                .addKeyValue("file", file)
                                .addKeyValue("reason", reason)
                                .log("the network status does not tell of a device");
                        return DeviceInfo.NONE;
                    });
        } catch (IOException e) {
            log.atWarn().addKeyValue("file", file).setCause(e).log("the network status does not tell of a device");
            return DeviceInfo.NONE;
        }
    }

    /** Removes what is written of a network's device. */
    void remove(Delegate delegate, Sandbox sandbox) {
        try {
            var file = file(delegate, sandbox);
            if (Files.isRegularFile(file)) {
                files.remove(file);
            }
        } catch (InvalidPathException _) {
            // A name by which none was ever put there.
        } catch (FileChangeFailed e) {
            log.atWarn()
                    .addKeyValue("interface", delegate.interfaceName())
                    .setCause(e)
                    .log("the description of a device stays");
        }
    }

    private Path file(Delegate delegate, Sandbox sandbox) {
        return below(Device.infoFile(delegate.name(), sandbox, delegate.interfaceName()));
    }

    private Path below(String path) {
        return root.resolve(path.substring(1));
    }

    private static Path folderOf(Path file) {
        return Optional.ofNullable(file.getParent()).orElse(file);
    }
}
