// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.images;

import io.linkerd.multus.cluster.apiserver.ApiServer;
import io.linkerd.multus.cluster.apiserver.ScratchDirectory;
import io.linkerd.multus.cluster.tools.Progress;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

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
        var localkube = project.localkube(progress);
        try (var server = progress.step("start an API server to train against", () -> new ApiServer(localkube));
                var scratch = ScratchDirectory.create(project.shared(), "scratch")) {
            Fixtures.apply(server.admin());
            var training = new AotTraining(runtime, server, scratch.path());
            for (var entry : due.entrySet()) {
                var service = entry.getKey();
                var application = Application.layOut(
                        project, service, entry.getValue().makeFolder().resolve("app"));
                progress.step("train the " + service.module(), () -> training.train(service, application));
                progress.step("write the image of the " + service.module(), () -> {
                    var layers = ImageLayers.of(base, runtime, application, scratch.path());
                    return new ImageTar(project, base).write(service, layers, entrypoint(service, application));
                });
                entry.getValue().set();
            }
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
