// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

/** Where rollouts stand, in one word for machines. */
public enum RolloutReason {
    UP_TO_DATE("UpToDate"),
    OFF("Off"),
    DRY_RUN("DryRun"),
    ROLLING("Rolling"),
    /** Workloads are outdated, and none of them may be restarted. */
    NOTHING_TO_RESTART("NothingToRestart"),
    /** What is still due cannot be restarted now, or gets no further. */
    WORKLOADS_SKIPPED("WorkloadsSkipped"),
    /** Each that is due is being rolled out by another, or is not well. */
    WAITING_FOR_WORKLOADS("WaitingForWorkloads"),
    WAITING_FOR_WINDOW("WaitingForWindow"),
    /** The replicas of the injector do not agree yet on what a new pod gets. */
    WAITING_FOR_INJECTORS("WaitingForInjectors"),
    CONTROL_PLANE_NOT_AVAILABLE("ControlPlaneNotAvailable"),
    IDENTITY_NOT_RESTARTED("IdentityNotRestarted"),
    TRUST_ROOT_REPLACED("TrustRootReplaced"),
    TRUST_ANCHORS_UNREADABLE("TrustAnchorsUnreadable"),
    RIGHTS_MISSING("RolloutRightsMissing"),
    /** Kubernetes before 1.30 has no ValidatingAdmissionPolicy, without which the rights would be too wide. */
    POLICY_NOT_SERVED("AdmissionPolicyNotServed"),
    FAILED("RolloutFailed"),
    /** The injector left new pods alone. */
    UNMESHED("RolloutUnmeshed");

    private final String word;

    RolloutReason(String word) {
        this.word = word;
    }

    /** {@return the reason of a condition or an Event} */
    public String word() {
        return word;
    }
}
