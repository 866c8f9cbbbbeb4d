// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.plan;

/**
 * The addresses of a local cluster, all in 198.18.0.0/15, which RFC 2544 keeps for benchmarks: they collide with nobody's
 * network. Every cluster has a network of its own, so that all have the same addresses.
 */
public final class Addresses {
    /** The bridge; the control plane listens here. */
    public static final String CONTROL_PLANE = "198.18.255.254";
    /** The API server, as nodes and pods reach it. */
    public static final int API_PORT = 6443;
    /** Cluster addresses of services. */
    public static final String SERVICES = "198.19.0.0/16";
    /** The first of {@link #SERVICES}, by which pods reach the API server. */
    public static final String KUBERNETES_SERVICE = "198.19.0.1";
    /** The cluster's DNS. */
    public static final String DNS_SERVICE = "198.19.0.10";
    /** A registry that the nodes ask in place of all others, where there is one. */
    public static final String REGISTRY_SERVICE = "198.19.0.20";
    /** Where it listens. */
    public static final int REGISTRY_PORT = 5000;
    /** All pods of all nodes. */
    public static final String PODS = "198.18.0.0/17";

    private static final int PREFIX = 24;

    private Addresses() {}

    /** Returns where nodes and pods reach the API server. */
    public static String api() {
        return CONTROL_PLANE + ":" + API_PORT;
    }

    /** Returns the bridge's address with its network's length. */
    public static String bridge() {
        return CONTROL_PLANE + "/" + PREFIX;
    }

    /** Returns the address of the node {@code number}, from 1. */
    public static String node(int number) {
        return "198.18.255." + number;
    }

    /** Returns the node's address with its network's length. */
    public static String nodeInNetwork(int number) {
        return node(number) + "/" + PREFIX;
    }

    /** Returns the network of the pods on the node {@code number}. */
    public static String podsOf(int number) {
        return "198.18." + number + ".0/" + PREFIX;
    }
}
