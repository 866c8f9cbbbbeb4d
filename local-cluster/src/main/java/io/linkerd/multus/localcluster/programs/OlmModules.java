// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import io.linkerd.multus.localcluster.programs.GoModule.Build;
import io.linkerd.multus.localcluster.programs.GoModule.Definition;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Go modules of the Operator Lifecycle Manager.
 *
 * @param manager what runs in a cluster, and the definitions of its kinds
 * @param operators what looks at bundles and serves catalogs
 */
public record OlmModules(GoModule manager, GoModule operators) {
    private static final String MANAGER = "github.com/operator-framework/operator-lifecycle-manager";

    /** Finds them below the project's root. */
    public static OlmModules of(Path project) {
        var go = project.resolve("local-cluster").resolve("go");
        return new OlmModules(
                new GoModule(
                        go.resolve("tools-olm"),
                        "the Operator Lifecycle Manager",
                        List.of(new Build("", "tool")),
                        List.of(),
                        definitions(),
                        false),
                // Without the tag it takes a library of GnuPG, in C.
                GoModule.tools(go.resolve("tools-operators"), "opm and operator-verify", "containers_image_openpgp"));
    }

    private static List<Definition> definitions() {
        var own = Stream.of(
                        "catalogsources",
                        "clusterserviceversions",
                        "installplans",
                        "olmconfigs",
                        "operatorconditions",
                        "operatorgroups",
                        "operators",
                        "subscriptions")
                .map(kind -> new Definition(MANAGER, "deploy/chart/crds/0000_50_olm_00-" + kind + ".crd.yaml"));
        // It waits for these wherever there is anything of OpenShift's configuration.
        var openShift = Stream.of("0000_03_config-operator_01_proxies", "0000_10_config-operator_01_apiservers-Default")
                .map(file -> ClusterModules.openShift("config", file + ".crd.yaml"));
        return Stream.concat(own, openShift).toList();
    }
}
