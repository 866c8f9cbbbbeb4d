// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.build;

import io.linkerd.multus.images.OwnCode;
import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.layers.Application;
import io.linkerd.multus.images.layers.BaseImage;
import io.linkerd.multus.images.layers.ImageLayers;
import io.linkerd.multus.images.layers.ImageTar;
import io.linkerd.multus.images.layers.NodePrograms;
import io.linkerd.multus.images.runtime.JavaRuntime;
import io.linkerd.multus.images.runtime.JvmFlags;
import io.linkerd.multus.images.training.AotTraining;
import io.linkerd.multus.images.training.RenderedChart;
import io.linkerd.multus.images.training.TrainingCluster;
import io.linkerd.multus.localcluster.apiserver.ScratchDirectory;
import io.linkerd.multus.localcluster.programs.Digests;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Makes the images of the services, those that are not made from the same already. */
final class ServiceImages {
    private final Project project;
    private final BaseImage base;
    private final Progress progress;

    ServiceImages(Project project, BaseImage base, Progress progress) {
        this.project = project;
        this.base = base;
        this.progress = progress;
    }

    /** Makes images that work and start slowly; ones that were trained stay. */
    void pack() throws IOException, InterruptedException {
        var due = due(Optional.empty());
        if (due.isEmpty()) {
            return;
        }
        var runtime = JavaRuntime.link(project.shared(), progress);
        try (var scratch = ScratchDirectory.create(project.shared(), "scratch")) {
            for (var entry : due.entrySet()) {
                var application = layOut(entry.getKey(), entry.getValue());
                write(entry.getKey(), entry.getValue(), runtime, application, scratch.path());
            }
        }
    }

    /** Makes images that start where a training has ended. */
    void train() throws IOException, InterruptedException {
        var due = due(Optional.of(training()));
        due.keySet().removeIf(service -> !canTrain(service));
        if (due.isEmpty()) {
            return;
        }
        var runtime = JavaRuntime.link(project.shared(), progress);
        try (var cluster = TrainingCluster.start(project, progress);
                var scratch = ScratchDirectory.create(project.shared(), "scratch");
                var writer = Executors.newSingleThreadExecutor()) {
            var training = new AotTraining(project, runtime, cluster);
            var images = new ArrayList<Future<Path>>();
            for (var entry : due.entrySet()) {
                var service = entry.getKey();
                var application = layOut(service, entry.getValue());
                progress.step(
                        "train the " + service.module(),
                        () -> training.train(service, Workloads.of(service), application));
                // Packing takes one core, which the next training can spare.
                images.add(writer.submit(() -> write(service, entry.getValue(), runtime, application, scratch.path())));
            }
            for (var image : images) {
                await(image);
            }
        }
    }

    private boolean canTrain(Service service) {
        if (!Workloads.of(service).takesRoot() || "root".equals(System.getProperty("user.name"))) {
            return true;
        }
        progress.say("images: that of the " + service.module() + " is not trained, which takes root; it starts slowly");
        return false;
    }

    private Map<Service, Stamp> due(Optional<String> training) throws IOException {
        var due = new EnumMap<Service, Stamp>(Service.class);
        for (var service : Service.lasting()) {
            var stamp = new Stamp(project, service, inputs(service), training);
            if (!stamp.isFresh()) {
                due.put(service, stamp);
            }
        }
        if (due.isEmpty()) {
            progress.say("images: nothing has changed");
        }
        return due;
    }

    private Application layOut(Service service, Stamp stamp) throws IOException {
        return Application.layOut(project, service, stamp.makeFolder().resolve("app"));
    }

    /** Writes an image and notes that it is made. */
    Path write(Service service, Stamp stamp, JavaRuntime runtime, Application application, Path scratch)
            throws IOException, InterruptedException {
        var ground = Files.createDirectories(scratch.resolve("ground-" + service.module()));
        var java = java(service, application);
        Files.write(application.options(), java.subList(1, java.size()));
        var layers = ImageLayers.of(base, runtime, application, ground);
        var tar = progress.step(
                "write the image of the " + service.module() + (application.isTrained() ? ", trained" : ""),
                () -> new ImageTar(project, base).write(service, layers, java));
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

    private List<String> java(Service service, Application application) throws IOException {
        var command = new ArrayList<>(List.of(ImageLayers.JAVA_HOME + "/bin/java"));
        command.addAll(JvmFlags.of(project, service));
        if (application.isTrained()) {
            command.add("-XX:AOTCache=" + Application.IN_IMAGE + "/"
                    + application.cache().getFileName());
        }
        command.addAll(application.paths(Application.IN_IMAGE));
        return command;
    }

    /** {@return a value that is another one as soon as the image would be} */
    String inputs(Service service) throws IOException {
        var inputs = new ArrayList<>(List.of(
                base.toString(), JavaRuntime.identity(), OwnCode.running().digest()));
        inputs.addAll(JvmFlags.of(project, service));
        for (var jar : Application.jars(project, service)) {
            inputs.add(jar.getFileName() + " " + Digests.ofFile(jar));
        }
        for (var program : NodePrograms.of(project, service)) {
            inputs.add(program.getFileName() + " " + Digests.ofFile(program));
        }
        inputs.add(new TreeMap<>(JvmFlags.environment(service)).toString());
        return Digests.ofTexts(inputs);
    }

    /** What a trained image is made from beside that: the charts tell the services their settings and kinds, and the workloads their folders. */
    private String training() throws IOException {
        var chart = RenderedChart.of(project);
        return Digests.ofTexts(List.of(chart.kinds(), chart.manifest()));
    }
}
