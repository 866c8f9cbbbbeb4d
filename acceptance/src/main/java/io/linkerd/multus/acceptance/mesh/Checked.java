// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What {@code linkerd-multus check} says of the cluster.
 *
 * @param project the product's checkout
 * @param cluster its name
 */
public record Checked(Path project, String cluster) {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** What only takes its time is waited for. */
    private static final String WAIT = "--wait=2m";

    /** Prints it; an error where something is wrong. */
    public void show(Report out) throws IOException, InterruptedException {
        var check = Programs.plain()
                .run(
                        PATIENCE,
                        "",
                        List.of(
                                project.resolve("demo").toString(),
                                "--name",
                                cluster,
                                "linkerd-multus",
                                "check",
                                WAIT));
        out.heading("linkerd-multus check");
        check.output().lines().forEach(out::line);
        if (!check.succeeded()) {
            throw new IOException("linkerd-multus check says that something is wrong "
                    + check.errors().strip());
        }
    }
}
