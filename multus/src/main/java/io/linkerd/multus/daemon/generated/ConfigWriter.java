// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.daemon.config.ConfigSource;
import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.service.files.Content;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.FileChangeFailed;
import io.linkerd.multus.service.files.Fingerprint;
import io.linkerd.multus.service.files.Ownership;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Carries plans out: a reader finds the file as it was or as it is now, whole, at every instant and after every crash.
 *
 * @param owner of what is written; the permission bits mean nothing
 */
record ConfigWriter(DaemonConfig config, DurableFiles files, Ownership owner) {
    private static final int OWNER_ALONE = 0600;

    void write(GeneratedConfig wanted) throws FileChangeFailed {
        files.makeDirectory(config.cniConfigDir());
        files.replace(config.multusConfig(), new Content.Text(wanted.text()), owner.withMode(OWNER_ALONE));
    }

    void remove(Path file) throws FileChangeFailed {
        files.remove(file);
    }

    /** Changes the primary network's file, which keeps its owner, mode and name, unless its text is another than was seen. */
    void forceVersion(String fileName, String seen, String wanted) throws FileChangeFailed {
        if (!(config.source() instanceof ConfigSource.Auto auto)) {
            throw new IllegalStateException("a user's configuration is left as it is: " + fileName);
        }
        var file = auto.directory().resolve(fileName);
        try {
            var real = file.toRealPath();
            files.removeLeftoversOf(real);
            files.replaceKeeping(real, new Content.Edit(wanted, Fingerprint.ofText(seen)), Ownership.of(real));
        } catch (IOException e) {
            throw new FileChangeFailed("replace", file, e);
        }
    }

    /** Makes durable what was done and could not be made so, and removes what a daemon left half-written that was killed. */
    int tidy() throws FileChangeFailed {
        files.settle();
        return files.removeLeftoversOf(config.multusConfig());
    }

    void settle() throws FileChangeFailed {
        files.settle();
    }
}
