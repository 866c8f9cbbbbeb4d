// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

/**
 * Why no restart may begin, though all else allows it.
 *
 * @param message what is so, and what a person does about it
 * @param controlPlaneToo whether it keeps the control plane's own Deployments, too
 */
public record Hindrance(RolloutReason reason, String message, boolean controlPlaneToo) {

    /** One that keeps all. */
    public static Hindrance ofAll(RolloutReason reason, String message) {
        return new Hindrance(reason, message, true);
    }

    /** The injectors do not agree. */
    public static Hindrance injectorsDisagree() {
        return ofAll(
                RolloutReason.WAITING_FOR_INJECTORS,
                "The replicas of Linkerd's injector do not yet agree on what a new pod gets; kubelets bring them a changed ConfigMap within"
                        + " 60 to 90 seconds.");
    }

    /** {@return that the API server serves no policy} */
    public static Hindrance policyNotServed() {
        return ofAll(
                RolloutReason.POLICY_NOT_SERVED,
                "This cluster serves no ValidatingAdmissionPolicy (Kubernetes 1.30 and later do), which has to keep the controller's right to"
                        + " patch workloads to two annotations. Rollouts are refused.");
    }

    /** {@return that it cannot be told what the injectors give to new pods} */
    public static Hindrance injectorsUnknown(String why) {
        return ofAll(
                RolloutReason.WAITING_FOR_INJECTORS,
                "What Linkerd's injector gives to new pods is asked by creating one as a dry run, and cannot be told: "
                        + why + ". Nothing is restarted meanwhile.");
    }

    /** {@return that the rights are there, and what keeps them small is not} */
    public static Hindrance policyMissing(String name) {
        return ofAll(
                RolloutReason.RIGHTS_MISSING,
                "The ValidatingAdmissionPolicy " + name
                        + " or its binding is not there, or not as linkerd-multus renders it. It keeps the"
                        + " controller's rights small; rollouts are refused without it.");
    }

    /** {@return that the rights are not there} */
    public static Hindrance rightsMissing() {
        return ofAll(
                RolloutReason.RIGHTS_MISSING,
                "The controller may not patch workloads, which rollouts need. With Helm set controller.rollouts.enabled=true; with OLM an"
                        + " administrator applies the manifest of docs/linkerdconfig.md, \"Rights\".");
    }
}
