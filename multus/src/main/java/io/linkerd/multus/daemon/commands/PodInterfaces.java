// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.Result;

/** Looks at the interfaces in network namespaces. */
@FunctionalInterface
public interface PodInterfaces {

    /** {@return whether there is an interface of that name, or why the network namespace at that path cannot be looked at} */
    Result<Boolean> has(String networkNamespace, String interfaceName);
}
