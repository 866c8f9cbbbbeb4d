// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.linkerd.multus.contracts.cniconfig.CachedResult;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.settings.CachedResults;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import io.linkerd.multus.service.files.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is kept on the node of its pods' networks, as they were when a pod was started. CRI-O tears a pod down by it (ocicni,
 * {@code TearDownPod}), and so does Multus on any runtime: the last plugin of a list first, and no further than the first that fails. Were
 * ours named there and gone, the network's own plugin would not be called, and the pod's address not be given back.
 */
final class RuntimeCache {
    private static final Logger log = LoggerFactory.getLogger(RuntimeCache.class);

    /** A host path; libcni's default, which CRI-O has no setting for. */
    private static final String RESULTS = "/var/lib/cni/results";

    /** A host path; the default of Multus' {@code cniDir}. */
    private static final String MULTUS = "/var/lib/cni/multus";

    private final HostRoot host;
    private final DurableFiles files;
    private final CachedResults setting;
    private final Supplier<String> runtime;

    /** {@code runtime} tells what {@link CachedResults#areChanged} asks for. */
    RuntimeCache(HostRoot host, DurableFiles files, CachedResults setting, Supplier<String> runtime) {
        this.host = host;
        this.files = files;
        this.setting = setting;
        this.runtime = runtime;
    }

    /** {@return whether there is anything that is read at the end of a pod} */
    boolean isToBeChanged() {
        return !folders().isEmpty();
    }

    /** Takes our plugin out of all that is kept; what cannot be changed is named in the log. */
    void takeOut() {
        for (var folder : folders()) {
            int changed = 0;
            for (var file : list(folder)) {
                try {
                    changed += takeOut(file) ? 1 : 0;
                } catch (IOException | FileChangeFailed e) {
                    failed(file, e);
                }
            }
            if (changed > 0) {
                log.atInfo()
                        .addKeyValue("folder", folder)
                        .addKeyValue("files", changed)
                        .log("took our plugin out of what is kept of pods' networks");
            }
        }
    }

    private List<String> folders() {
        var multus = setting == CachedResults.NEVER ? Stream.<String>empty() : Stream.of(MULTUS);
        var results = setting.areChanged(runtime.get()) ? Stream.of(RESULTS) : Stream.<String>empty();
        return Stream.concat(results, multus)
                .filter(folder -> Files.isDirectory(host.directory(folder)))
                .toList();
    }

    private List<Path> list(String folder) {
        try (var cached = Files.list(host.directory(folder))) {
            return cached.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            log.atError()
                    .addKeyValue("folder", folder)
                    .addKeyValue("reason", FileTrouble.inWords(e))
                    .log(
                            "cannot list what is kept of pods' networks; pods that were started with our plugin in a list may not"
                                    + " end in order");
            return List.of();
        }
    }

    private boolean takeOut(Path file) throws IOException, FileChangeFailed {
        int longest = CachedResult.LIMITS.length();
        var bytes = RegularFile.start(file, longest + 1);
        var text = new String(bytes, UTF_8);
        var without = bytes.length > longest ? Optional.<String>empty() : CachedResult.withoutLinkerd(text);
        if (without.isPresent()) {
            var edit = new Content.Edit(without.get(), Fingerprint.ofText(text));
            files.replaceKeeping(file, edit, Ownership.of(file));
        }
        return without.isPresent();
    }

    /** A pod that has ended meanwhile has taken its file along. */
    private static void failed(Path file, Exception failure) {
        if (Files.exists(file)) {
            log.atError()
                    .addKeyValue("file", file)
                    .addKeyValue("reason", failure.getMessage())
                    .log(
                            "our plugin may still be in what is kept of a pod's networks: that pod may not end in order, and keep"
                                    + " its address");
        }
    }
}
