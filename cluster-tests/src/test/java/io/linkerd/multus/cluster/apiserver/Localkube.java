// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.apiserver;

import io.linkerd.multus.cluster.tools.Cache;
import io.linkerd.multus.cluster.tools.GoModule;
import io.linkerd.multus.cluster.tools.GoTools;
import io.linkerd.multus.cluster.tools.Progress;
import java.io.IOException;
import java.nio.file.Path;

/** Where the multi-call binary is, for tests; built where it is not there yet. */
public final class Localkube {
    private Localkube() {}

    /** Returns its path. */
    public static Path path() throws IOException, InterruptedException {
        return GoTools.of(Path.of("..").toRealPath(), Cache.of(System.getenv()), Progress.silent())
                .folder(GoModule.LOCALKUBE)
                .resolve("localkube");
    }
}
