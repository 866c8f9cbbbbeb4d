// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import io.linkerd.multus.localcluster.programs.GoModule.Build;
import java.io.IOException;
import java.nio.file.Path;

/** The Go module of a registry of images, which is built for those alone who push to one or pull from it. */
public final class RegistryModule {
    private RegistryModule() {}

    /** Finds it below the project's root. */
    public static GoModule of(Path project) {
        return GoModule.of(
                project.resolve("local-cluster").resolve("go").resolve("tools-registry"),
                "a registry of images",
                new Build("registry", "tool"));
    }

    /** {@return the program, built where it is missing}: {@code registry serve config.yaml} */
    public static Path program(Path project, Progress progress) throws IOException, InterruptedException {
        return GoTools.of(Cache.of(System.getenv()), progress)
                .folder(of(project))
                .resolve("registry");
    }
}
