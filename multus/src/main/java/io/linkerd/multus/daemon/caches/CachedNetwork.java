// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import io.linkerd.multus.daemon.routes.DefaultRouteRequest;
import java.util.List;

/** A network in a pod's list; the place in the list counts, since interfaces are named by it. */
public sealed interface CachedNetwork {

    /**
     * A network by which the pod was to be attached.
     *
     * @param name with its namespace where it is an attachment's
     * @param configuration of its plugin or its list of plugins, as ADD was given it
     */
    record Kept(String name, String configuration, Request request) implements CachedNetwork {
        /** Tells no more than the name: configurations hold credentials at times. */
        @Override
        public String toString() {
            return "Kept[" + name + "]";
        }
    }

    /** An entry of the list that says no configuration. */
    record Damaged(String reason) implements CachedNetwork {}

    /**
     * What the pod's annotation asks of the network; texts are empty where it says nothing.
     *
     * @param interfaceName that was asked for; where none was, the place in the list makes the name
     */
    record Request(
            String interfaceName,
            String mac,
            String infinibandGuid,
            List<String> ips,
            DefaultRouteRequest defaultRoute,
            Device device) {
        /** Of a network that is asked for nothing. */
        public static final Request NOTHING =
                new Request("", "", "", List.of(), new DefaultRouteRequest.Unasked(), new Device("", ""));

        public Request {
            ips = List.copyOf(ips);
        }
    }

    /** The device that kubelet allocated for the network; both texts are empty where there is none. */
    record Device(String id, String resource) {}
}
