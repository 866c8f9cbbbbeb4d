// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import io.linkerd.multus.localcluster.programs.GoModule.Build;
import java.nio.file.Path;

/** Upstream's Multus of the version that clusters have, compiled to run fast: theirs is compiled to be there soon. */
public final class MeasuredMultus {
    private static final String PACKAGES = "gopkg.in/k8snetworkplumbingwg/multus-cni.v4/cmd/";

    private MeasuredMultus() {}

    /** {@return what builds {@code multus-daemon} and {@code multus-shim}, of the module that names their version} */
    public static GoModule of(Path project) {
        return GoModule.of(
                        ClusterModules.of(project).network().folder(),
                        "Multus, to be measured",
                        new Build("", PACKAGES + "multus-daemon"),
                        new Build("", PACKAGES + "multus-shim"))
                .asOptimised();
    }
}
