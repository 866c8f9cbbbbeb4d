// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.olm;

import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.GoTools;
import io.linkerd.multus.localcluster.programs.LocalImage;
import io.linkerd.multus.localcluster.programs.OlmModules;
import io.linkerd.multus.localcluster.programs.Progress;
import io.linkerd.multus.localcluster.programs.RegistryModule;
import io.linkerd.multus.localcluster.programs.Toolbox;
import io.linkerd.multus.localcluster.registry.ImageRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the Operator Lifecycle Manager is made of.
 *
 * @param manager the folder of what runs in a cluster, with the definitions of its kinds
 * @param operators the folder of opm and operator-verify
 * @param registry what images are pushed to
 * @param busybox a static busybox, which OLM's image has for its {@code cp}
 */
public record OlmPrograms(Path manager, Path operators, Path registry, Path busybox) {
    static final String VERSION = "0.42.0";

    /** The operators and the package server of OLM, and what its jobs copy. */
    static final String MANAGER_IMAGE = "localhost/linkerd-multus-cluster/olm:" + VERSION;

    /** What takes a bundle apart. */
    static final String OPM_IMAGE = "localhost/linkerd-multus-cluster/opm:1.73.0";

    /** Any folder: only that it is one goes into the image. */
    private static final Path FOLDER = Path.of("/");

    private static final String NONROOT = "1001:0";

    /** Builds them, each only where it is missing. */
    public static OlmPrograms prepare(Path project, Toolbox toolbox, Progress progress)
            throws IOException, InterruptedException {
        var go = GoTools.of(toolbox.cache(), progress);
        var modules = OlmModules.of(project);
        return new OlmPrograms(
                go.folder(modules.manager()),
                operators(project, progress),
                RegistryModule.program(project, progress),
                toolbox.busybox());
    }

    /** {@return the folder of those that look at bundles and catalogs, which take no cluster; built where they are missing} */
    public static Path operators(Path project, Progress progress) throws IOException, InterruptedException {
        return GoTools.of(Cache.of(System.getenv()), progress)
                .folder(OlmModules.of(project).operators());
    }

    /** {@return the program that checks catalogs and serves them} */
    public static Path opm(Path operators) {
        return operators.resolve("opm");
    }

    /** {@return the program that checks bundles} */
    public static Path verify(Path operators) {
        return operators.resolve("operator-verify");
    }

    /** {@return the same for clusters whose nodes have OLM's images} */
    public Toolbox addTo(Toolbox toolbox) {
        return toolbox.with(LocalImage.of(
                                MANAGER_IMAGE,
                                Map.of(
                                        "/bin/olm", manager.resolve("olm"),
                                        "/bin/catalog", manager.resolve("catalog"),
                                        "/bin/package-server", manager.resolve("package-server"),
                                        "/bin/cpb", manager.resolve("cpb"),
                                        "/bin/cp", busybox),
                                "/bin/olm")
                        .as(NONROOT))
                .with(ImageRegistry.image(registry))
                .with(LocalImage.of(OPM_IMAGE, Map.of("/bin/opm", opm(operators), "/tmp", FOLDER), "/bin/opm")
                        .as(NONROOT));
    }

    /** {@return an image that serves what is in a file as a catalog} */
    public LocalImage catalog(String reference, Path file) {
        return LocalImage.of(
                        reference,
                        Map.of(
                                "/bin/opm",
                                opm(operators),
                                "/bin/grpc_health_probe",
                                operators.resolve("grpc-health-probe"),
                                "/configs/catalog.yaml",
                                file,
                                "/tmp",
                                FOLDER),
                        "/bin/opm",
                        "serve",
                        "/configs",
                        "--cache-dir=/tmp/cache",
                        "--cache-enforce-integrity=false")
                .as(NONROOT);
    }
}
