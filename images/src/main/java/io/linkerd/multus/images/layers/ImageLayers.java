// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.layers;

import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import io.linkerd.multus.images.runtime.HostLibraries;
import io.linkerd.multus.images.runtime.JavaRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The layers of an image, those that change least first: the runtime is the same in all services, libraries change with their
 * versions, the rest with every build. All files belong to root and none can be written.
 */
public final class ImageLayers {
    /** Where the Java runtime is in the image. */
    public static final String JAVA_HOME = "/opt/java";

    private static final String OWNER = "0:0";
    private static final FilePermissions FILE = FilePermissions.fromOctalString("444");
    private static final FilePermissions PROGRAM = FilePermissions.fromOctalString("555");
    private static final FilePermissions SHARED_DIRECTORY = FilePermissions.fromOctalString("777");

    private static final String PASSWD = """
            root:x:0:0:root:/:/sbin/nologin
            nonroot:x:65532:0:nonroot:/:/sbin/nologin
            """;

    private ImageLayers() {}

    public static List<FileEntriesLayer> of(BaseImage base, JavaRuntime runtime, Application application, Path scratch)
            throws IOException, InterruptedException {
        var layers = new ArrayList<FileEntriesLayer>();
        switch (base) {
            case BaseImage.Scratch _ -> layers.add(ground(runtime, application, scratch));
            case BaseImage.Given _ -> {}
        }
        layers.add(runtime(runtime));
        layers.add(application("libraries", application, application.libraries()));
        if (!application.machineCode().isEmpty()) {
            layers.add(application("native", application, application.machineCode()));
        }
        if (!application.programs().isEmpty()) {
            layers.add(programs(application));
        }
        layers.add(application("application", application, application.own()));
        layers.add(application("options", application, List.of(application.options())));
        if (application.isTrained()) {
            layers.add(application("cache", application, List.of(application.cache())));
        }
        return layers;
    }

    private static FileEntriesLayer ground(JavaRuntime runtime, Application application, Path scratch)
            throws IOException, InterruptedException {
        var layer = FileEntriesLayer.builder().setName("ground");
        var passwd = Files.writeString(scratch.resolve("passwd"), PASSWD);
        add(layer, passwd, "/etc/passwd", FILE);
        // Exists because libraries look for it; on a read-only root file system nothing can be written there unless a
        // volume is mounted.
        add(layer, Files.createDirectories(scratch.resolve("tmp")), "/tmp", SHARED_DIRECTORY);
        for (var category : HostLibraries.utf8()) {
            add(layer, category, category.toString(), FILE);
        }
        for (var library : HostLibraries.of(runtime, application.machineCode())) {
            add(layer, library.toRealPath(), library.toString(), PROGRAM);
        }
        return layer.build();
    }

    private static FileEntriesLayer runtime(JavaRuntime runtime) throws IOException {
        var layer = FileEntriesLayer.builder().setName("runtime");
        for (var file : runtime.files()) {
            var inImage = JAVA_HOME + "/" + runtime.home().relativize(file);
            add(layer, file, inImage, Files.isExecutable(file) ? PROGRAM : FILE);
        }
        return layer.build();
    }

    private static FileEntriesLayer programs(Application application) {
        var layer = FileEntriesLayer.builder().setName("programs");
        for (var program : application.programs()) {
            add(layer, program, NodePrograms.IN_IMAGE + "/" + program.getFileName(), PROGRAM);
        }
        return layer.build();
    }

    private static FileEntriesLayer application(String name, Application application, List<Path> files) {
        var layer = FileEntriesLayer.builder().setName(name);
        for (var file : files) {
            add(
                    layer,
                    file,
                    Application.IN_IMAGE + "/" + application.directory().relativize(file),
                    FILE);
        }
        return layer.build();
    }

    private static void add(FileEntriesLayer.Builder layer, Path source, String target, FilePermissions permissions) {

        layer.addEntry(source, AbsoluteUnixPath.get(target), permissions, JavaRuntime.TIME, OWNER);
    }
}
