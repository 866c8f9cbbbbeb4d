// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.cli;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.localcluster.programs.Digests;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What people download. */
public final class Distribution {
    private Distribution() {}

    /** {@return the archive for this kind of machine, and the jar for all} */
    public static List<Path> files(Project project) {
        return List.of(Tarball.file(project), OneJar.file(project));
    }

    /** {@return a value that is another one as soon as they would be, beside the program and its runtime} */
    public static String inputs(Project project) throws IOException {
        return Digests.ofTexts(List.of(
                Digests.ofFile(Launcher.template(project)),
                Digests.ofFile(project.root().resolve("LICENSE"))));
    }
}
