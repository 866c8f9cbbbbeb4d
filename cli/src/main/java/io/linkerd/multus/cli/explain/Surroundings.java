// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.uids.SccRules;
import java.util.function.Consumer;

/** What is around a pod: in the cluster, or in files. What was not seen and is taken to be so is told to {@code assumed}. */
public interface Surroundings {
    /** {@return what a namespace says} */
    Lookup<NamespaceSays> namespace(String name, Consumer<String> assumed);

    /** {@return OpenShift's SecurityContextConstraints of that name} */
    Lookup<SccRules> constraints(String name, Consumer<String> assumed);

    /** {@return whether the attachment is in a namespace} It is never found to be {@code false}. */
    Lookup<Boolean> attachment(String namespace, Consumer<String> assumed);
}
