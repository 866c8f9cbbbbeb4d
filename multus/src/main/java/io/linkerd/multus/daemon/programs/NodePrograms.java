// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.programs;

import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.FileTrouble;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import io.linkerd.multus.service.files.ProgramImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts programs of the image on the node, each only where it differs. */
public final class NodePrograms {
    private static final Logger log = LoggerFactory.getLogger(NodePrograms.class);

    private static final int RUN_BY_ALL = 0755;

    private final ProgramSettings settings;
    private final DurableFiles files;
    private final Ownership wanted;

    /** Programs of that owner; its permission bits mean nothing. */
    public NodePrograms(ProgramSettings settings, DurableFiles files, Ownership owner) {
        this.settings = settings;
        this.files = files;
        this.wanted = owner.withMode(RUN_BY_ALL);
    }

    /** Puts them there, each by itself: what cannot be done for one does not keep the others from the node. */
    public List<ProgramOutcome> install() {
        return settings.names().stream().map(this::install).toList();
    }

    private ProgramOutcome install(String name) {
        var target = settings.target().resolve(name);
        try {
            files.settle();
            files.makeDirectory(settings.target());
            files.removeLeftoversOf(target);
            // A link is followed: images are put together of them.
            var source = settings.source(name).toRealPath();
            var foreign = ProgramImage.whyForeign(source);
            if (foreign.isPresent()) {
                return failed(name, target, settings.source(name) + " " + foreign.get());
            }
            var content = new Content.Copy(source, Fingerprint.of(source));
            if (!stands(target, content.fingerprint())) {
                files.replace(target, content, wanted);
                log.atInfo().addKeyValue("program", target).log("put a program on the node");
            }
            return new ProgramOutcome.InPlace(name);
        } catch (IOException e) {
            return failed(name, target, "cannot read " + settings.source(name) + ": " + FileTrouble.inWords(e));
        } catch (FileChangeFailed e) {
            return failed(name, target, String.valueOf(e.getMessage()));
        }
    }

    private static ProgramOutcome failed(String name, Path target, String reason) {
        return Files.isRegularFile(target)
                ? new ProgramOutcome.Outdated(name, reason)
                : new ProgramOutcome.Missing(name, reason);
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
