// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

/**
 * What the operator's own objects are called. The chart calls a controller's {@code linkerd-multus-controller}, and a Helm release of that
 * name may be in the operator's namespace: with the same names the two would share a Lease, and OLM would take the release's Deployment,
 * ServiceAccount, Role and Service. The names of the operand's objects stay, so that it can be taken over in place.
 */
final class OperatorNames {
    /** Deployment, ServiceAccount, Role, RoleBinding, Service and Lease. */
    static final String OWN = "linkerd-multus-operator";

    private static final String CHARTS = "linkerd-multus-controller";
    private static final String NAME_LABEL = "app.kubernetes.io/name: ";

    private OperatorNames() {}

    /** {@return a rendering of the operand, whose parts name the operator's Lease and its ServiceAccount} */
    static String inOperand(String rendering) {
        return rendering.replace(CHARTS, OWN);
    }

    /** {@return a rendering of the controller as the operator's: its Service and its Deployment select no pods of a release} */
    static String ofController(String rendering) {
        return inOperand(rendering).replace(NAME_LABEL + "controller\n", NAME_LABEL + "operator\n");
    }
}
