// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.linkerd.multus.contracts.cniconfig.CachedResult;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.settings.CachedResults;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import io.linkerd.multus.service.files.RegularFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is kept on the node of its pods' networks, as they were when a pod was started. CRI-O tears a pod down by it (ocicni,
 * {@code TearDownPod}), and so does Multus on any runtime: the last plugin of a list first, and no further than the first that fails. Were
 * ours named there and gone, the network's own plugin would not be called, and the pod's address not be given back.
 *
 * <p>Looked at in every mode: a node that was in mode {@code chained} before has pods of that time.
 */
final class RuntimeCache {
    private static final Logger log = LoggerFactory.getLogger(RuntimeCache.class);

    /** A host path; the default of Multus' {@code cniDir}. */
    private static final String MULTUS = "/var/lib/cni/multus";

    /** Of a file that is too long to be changed, so many bytes are in memory at a time. */
    private static final int PIECE = 64 << 10;

    /** More than what {@link CachedResult#namesLinkerd} looks for. */
    private static final int OVERLAP = 16;

    private static final String MAY_NOT_END =
            "pods that were started with our plugin in a list may not end in order, and keep their addresses";

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

    /** Takes our plugin out of all that is kept, as far as the time reaches; what cannot be changed is named in the log. */
    void takeOut(Deadline time) {
        for (var folder : folders()) {
            try {
                files.removeLeftovers(host.directory(folder));
                takeOut(folder, time);
            } catch (IOException | FileChangeFailed | RuntimeException e) {
                log.atError()
                        .addKeyValue("folder", folder)
                        .addKeyValue("reason", e instanceof IOException io ? FileTrouble.inWords(io) : e.getMessage())
                        .log("cannot go through what is kept of pods' networks; " + MAY_NOT_END);
            }
        }
    }

    private void takeOut(String folder, Deadline time) throws IOException {
        var kept = list(folder);
        int seen = 0;
        int changed = 0;
        for (; seen < kept.size() && time.left().isPositive(); seen++) {
            changed += isChanged(kept.get(seen)) ? 1 : 0;
        }
        if (changed > 0) {
            log.atInfo()
                    .addKeyValue("folder", folder)
                    .addKeyValue("files", changed)
                    .log("took our plugin out of what is kept of pods' networks");
        }
        if (seen < kept.size()) {
            log.atError()
                    .addKeyValue("folder", folder)
                    .addKeyValue("files", kept.size() - seen)
                    .log("there was no time to look into the rest of what is kept of pods' networks; " + MAY_NOT_END);
        }
    }

    private List<String> folders() {
        var multus = setting == CachedResults.NEVER ? Stream.<String>empty() : Stream.of(MULTUS);
        var results = setting.areChanged(knownRuntime()) ? Stream.of(CachedResults.RESULTS) : Stream.<String>empty();
        return Stream.concat(results, multus)
                .filter(folder -> Files.isDirectory(host.directory(folder)))
                .toList();
    }

    private String knownRuntime() {
        try {
            return runtime.get();
        } catch (RuntimeException e) {
            log.atWarn().setCause(e).log("cannot tell the container runtime");
            return "";
        }
    }

    /** Without links, behind which neither runtime nor Multus keeps anything. */
    private List<Path> list(String folder) throws IOException {
        try (var cached = Files.list(host.directory(folder))) {
            return cached.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private boolean isChanged(Path file) {
        try {
            return takeOut(file);
        } catch (IOException | FileChangeFailed | RuntimeException e) {
            if (Files.exists(file)) { // a pod that has ended meanwhile has taken its file along
                leave(file, String.valueOf(e.getMessage()));
            }
            return false;
        }
    }

    private boolean takeOut(Path file) throws IOException, FileChangeFailed {
        int longest = CachedResult.LIMITS.length();
        var bytes = RegularFile.start(file, longest + 1);
        if (bytes.length > longest) {
            if (namesLinkerd(file)) {
                leave(file, "it is longer than " + longest + " bytes");
            }
            return false;
        }
        var text = new String(bytes, UTF_8);
        var without = CachedResult.withoutLinkerd(text);
        if (without.isPresent()) {
            var edit = new Content.Edit(without.get(), Fingerprint.ofText(text));
            files.replaceKeeping(file, edit, Ownership.of(file));
        } else if (CachedResult.namesLinkerd(text) && CachedResult.isUnreadable(text)) {
            leave(file, "it cannot be read");
        }
        return without.isPresent();
    }

    /** Looks piece by piece, each together with the end of the one before. */
    private static boolean namesLinkerd(Path file) throws IOException {
        try (var from = Channels.newInputStream(RegularFile.open(file))) {
            var text = "";
            for (var piece = from.readNBytes(PIECE); piece.length > 0; piece = from.readNBytes(PIECE)) {
                text = text.substring(Math.max(0, text.length() - OVERLAP)) + new String(piece, ISO_8859_1);
                if (CachedResult.namesLinkerd(text)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static void leave(Path file, String reason) {
        log.atError()
                .addKeyValue("file", file)
                .addKeyValue("reason", reason)
                .log(
                        "our plugin may still be in what is kept of a pod's networks: that pod may not end in order, and keep its address");
    }
}
