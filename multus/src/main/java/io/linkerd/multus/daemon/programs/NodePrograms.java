// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.programs;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.delegates.HostRoot;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.FolderLookup;
import io.linkerd.multus.service.files.Ownership;
import io.linkerd.multus.service.files.ProgramImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts programs of the image on the node, each only where it differs. A folder that the node does not have is none that its container runtime looks
 * into, so none is made.
 */
public final class NodePrograms {
    private static final Logger log = LoggerFactory.getLogger(NodePrograms.class);

    private static final int RUN_BY_ALL = 0755;

    private final ProgramSettings settings;
    private final HostRoot node;
    private final DurableFiles files;
    private final Ownership wanted;

    /**
     * Programs of that owner; its permission bits mean nothing.
     *
     * @param node as it is mounted here; links in the way to the folder of plugins lead where they lead on the node
     */
    public NodePrograms(ProgramSettings settings, HostRoot node, DurableFiles files, Ownership owner) {
        this.settings = settings;
        this.node = node;
        this.files = files;
        this.wanted = owner.withMode(RUN_BY_ALL);
    }

    /** Puts them there, each by itself: what cannot be done for one does not keep the others from the node. */
    public List<ProgramOutcome> install() {
        return switch (folder()) {
            case Result.Ok<Path>(var folder) ->
                settings.names().stream().map(name -> install(name, folder)).toList();
            case Result.Not<Path>(var reason) ->
                settings.names().stream()
                        .<ProgramOutcome>map(name -> new ProgramOutcome.Missing(name, reason))
                        .toList();
        };
    }

    private Result<Path> folder() {
        var name = node.name(settings.target());
        try {
            var folder = node.place(settings.target());
            return switch (FolderLookup.at(folder)) {
                case Lookup.Found<Path>(var there) -> new Result.Ok<>(there);
                case Lookup.Absent<Path> _ ->
                    new Result.Not<>(
                            name + " is not there on the node, so that nothing looks for plugins in it; set the"
                                    + " chart value global.platform to what the node is, or multus.binDir to the folder that"
                                    + " its container runtime looks into");
                case Lookup.Unknown<Path>(var reason, var _) ->
                    new Result.Not<>(name + " cannot be looked at: " + reason);
            };
        } catch (IOException e) {
            return new Result.Not<>(name + " cannot be looked at: " + FileTrouble.inWords(e));
        }
    }

    private ProgramOutcome install(String name, Path folder) {
        var target = folder.resolve(name);
        try {
            files.settle();
            files.removeLeftoversOf(target);
            // A link is followed: images are put together of them.
            var source = settings.source(name).toRealPath();
            var foreign = ProgramImage.whyForeign(source, folder);
            if (foreign.isPresent()) {
                return failed(name, folder, settings.source(name) + " " + foreign.get());
            }
            var content = new Content.Copy(source, Fingerprint.of(source));
            if (!stands(target, content.fingerprint())) {
                files.replace(target, content, wanted);
                log.atInfo().addKeyValue("program", target).log("put a program on the node");
            }
            return new ProgramOutcome.InPlace(name);
        } catch (IOException e) {
            return failed(name, folder, "cannot read " + settings.source(name) + ": " + FileTrouble.inWords(e));
        } catch (FileChangeFailed e) {
            return failed(name, folder, String.valueOf(e.getMessage()));
        }
    }

    private static ProgramOutcome failed(String name, Path folder, String reason) {
        return Files.isRegularFile(folder.resolve(name)) && !isForeign(name, folder)
                ? new ProgramOutcome.Outdated(name, reason)
                : new ProgramOutcome.Missing(name, reason);
    }

    /** Whether an earlier release, or an image of another architecture, has put a wrong one there. */
    private static boolean isForeign(String name, Path folder) {
        try {
            return ProgramImage.whyForeign(folder.resolve(name), folder).isPresent();
        } catch (IOException _) {
            return false; // a link, or not to be read: the node may run it
        }
    }

    /** {@return whether the program is there, with these bytes and the mode that it needs} What cannot be read is replaced. */
    private boolean stands(Path target, Fingerprint bytes) {
        try {
            return Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)
                    && Ownership.of(target).equals(wanted)
                    && Fingerprint.of(target).equals(bytes);
        } catch (IOException _) {
            return false;
        }
    }
}
