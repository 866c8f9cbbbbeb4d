// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Makes the images of all services, those that are not made already. */
final class ServiceImages {
    private final Project project;
    private final BaseImage base;
    private final Progress progress;

    ServiceImages(Project project, BaseImage base, Progress progress) {
        this.project = project;
        this.base = base;
        this.progress = progress;
    }

    /** Makes those of {@code services} that were not made from the same before. */
    void make(Collection<Service> services) throws IOException, InterruptedException {
        var due = new EnumMap<Service, Stamp>(Service.class);
        for (var service : services) {
            var stamp = new Stamp(project, service, inputs(service).value());
            if (!stamp.isFresh()) {
                due.put(service, stamp);
            }
        }
        if (due.isEmpty()) {
            progress.say("images: nothing has changed");
            return;
        }
        make(due);
    }

    private void make(Map<Service, Stamp> due) throws IOException, InterruptedException {
        var runtime = JavaRuntime.link(project.shared(), progress);
        var kubernetes = project.kubernetes(progress);
        try (var server = progress.step("start an API server to train against", () -> new LoneApiServer(kubernetes));
                var scratch = ScratchDirectory.create(project.shared(), "scratch");
                var writer = Executors.newSingleThreadExecutor()) {
            Fixtures.apply(server.admin());
            var training = new AotTraining(runtime, server, scratch.path());
            var images = new ArrayList<Future<Path>>();
            for (var entry : due.entrySet()) {
                var service = entry.getKey();
                var stamp = entry.getValue();
                var application =
                        Application.layOut(project, service, stamp.makeFolder().resolve("app"));
                progress.step("train the " + service.module(), () -> training.train(service, application));
                // Packing takes one core, which the next training can spare.
                var ground = Files.createDirectories(scratch.path().resolve("ground-" + service.module()));
                var layers = ImageLayers.of(base, runtime, application, ground);
                images.add(writer.submit(() -> write(service, stamp, application, layers)));
            }
            for (var image : images) {
                await(image);
            }
        }
    }

    private Path write(Service service, Stamp stamp, Application application, List<FileEntriesLayer> layers)
            throws IOException, InterruptedException {
        var tar = progress.step(
                "write the image of the " + service.module(),
                () -> new ImageTar(project, base).write(service, layers, entrypoint(service, application)));
        stamp.set();
        return tar;
    }

    private static void await(Future<Path> image) throws IOException, InterruptedException {
        try {
            image.get();
        } catch (ExecutionException e) {
            throw new IOException("an image could not be written: " + e.getMessage(), e);
        }
    }

    /** Returns the command of the image; arguments of a container are added to it. */
    private static List<String> entrypoint(Service service, Application application) {
        var command = new ArrayList<>(List.of(ImageLayers.JAVA_HOME + "/bin/java"));
        command.addAll(JvmFlags.of(service));
        command.add("-XX:AOTCache=" + Application.IN_IMAGE + "/"
                + application.cache().getFileName());
        command.addAll(List.of("-cp", application.classPath(Application.IN_IMAGE), service.mainClass()));
        return command;
    }

    private Fingerprint inputs(Service service) throws IOException {
        var inputs = new Fingerprint()
                .text(base.toString())
                .text(JavaRuntime.identity())
                .texts(JvmFlags.of(service))
                .tree(ownCode());
        for (var jar : Application.jars(project, service)) {
            inputs.file(jar);
        }
        return inputs;
    }

    /** Returns where the classes of this package are: whoever changes how images are made, makes new ones. */
    private static Path ownCode() throws IOException {
        try {
            var classes = Path.of(ServiceImages.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return classes.resolve(ServiceImages.class.getPackageName().replace('.', '/'));
        } catch (URISyntaxException e) {
            throw new IOException("cannot tell where this code is", e);
        }
    }
}
