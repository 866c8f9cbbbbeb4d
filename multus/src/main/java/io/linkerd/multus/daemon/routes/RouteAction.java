// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.routes;

import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.results.IpFamily;

/** A change of the routes in a pod's network namespace. */
public sealed interface RouteAction {

    /** {@return the name of the interface in the pod} */
    String interfaceName();

    /** Every default route by this interface in the main table goes, also one that no plugin has told of; none at all is no error. */
    record DeleteDefaults(String interfaceName, IpFamily family) implements RouteAction {}

    /** A default route by this interface is made; where there is the same one already, that is it. */
    record AddDefault(String interfaceName, IpAddress gateway) implements RouteAction {}
}
