// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.routes.RouteAction;
import java.util.List;
import java.util.Optional;

/** Changes routes in network namespaces. */
@FunctionalInterface
public interface PodRoutes {

    /** Makes the changes in their order; {@return why one could not be made} */
    Optional<String> apply(String networkNamespace, List<RouteAction> actions);
}
