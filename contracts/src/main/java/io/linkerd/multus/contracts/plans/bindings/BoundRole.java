// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.bindings;

/**
 * The role that a RoleBinding names.
 *
 * @param kind {@code ClusterRole}, or {@code Role} for one of the binding's own namespace
 */
public record BoundRole(String kind, String name) {
    /** {@return a ClusterRole} */
    public static BoundRole ofCluster(String name) {
        return new BoundRole("ClusterRole", name);
    }

    /** {@return a Role of the binding's own namespace} */
    public static BoundRole ofNamespace(String name) {
        return new BoundRole("Role", name);
    }
}
