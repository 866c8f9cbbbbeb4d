// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.build;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.cli.Distribution;
import io.linkerd.multus.images.cli.OneJar;
import io.linkerd.multus.images.cli.Rehearsal;
import io.linkerd.multus.images.cli.Tarball;
import io.linkerd.multus.images.layers.Application;
import io.linkerd.multus.images.runtime.JavaRuntime;
import io.linkerd.multus.images.runtime.Purpose;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import io.linkerd.multus.localcluster.programs.Digests;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Makes the command line as people get it: the archive with its own Java, the jar, and the image. It takes neither Go nor root. */
final class CommandLineBuild {
    private final Project project;
    private final ServiceImages images;
    private final Progress progress;

    CommandLineBuild(Project project, ServiceImages images, Progress progress) {
        this.project = project;
        this.images = images;
        this.progress = progress;
    }

    /** Makes what is not made from the same already. */
    void make() throws IOException, InterruptedException {
        var inputs = Digests.ofTexts(List.of(images.inputs(Service.CLI), Distribution.inputs(project)));
        var stamp = new Stamp(project, Service.CLI, inputs, Optional.of("a rehearsal"));
        if (stamp.isFresh() && Distribution.files(project).stream().allMatch(Files::isRegularFile)) {
            return;
        }
        var runtime = JavaRuntime.link(project.shared(), Purpose.COMMAND_LINE, progress);
        var application =
                Application.layOut(project, Service.CLI, stamp.makeFolder().resolve("app"));
        try (var scratch = ScratchDirectory.create(project.shared(), "scratch")) {
            make(stamp, runtime, application, scratch.path());
        }
    }

    private void make(Stamp stamp, JavaRuntime runtime, Application application, Path scratch)
            throws IOException, InterruptedException {
        progress.step("rehearse the command line", () -> {
            new Rehearsal(project, runtime).hold(application, Files.createDirectories(scratch.resolve("rehearsal")));
            return application;
        });
        progress.step(
                "write the archive of the command line",
                () -> new Tarball(project, runtime, application).write(scratch));
        progress.step("write the jar of the command line", () -> OneJar.write(project, application));
        images.write(Service.CLI, stamp, runtime, application, scratch);
    }
}
