// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.names;

/** The names by which this product marks what it writes. */
public final class LinkerdMultus {

    /** Name of the product; also the value of {@code app.kubernetes.io/part-of}. */
    public static final String NAME = "linkerd-multus";

    /** Label of the objects that a program keeps. */
    public static final String MANAGED_BY_LABEL = "app.kubernetes.io/managed-by";

    /** Value of {@link #MANAGED_BY_LABEL} on the objects that our services keep; on the chart's own it is Helm. */
    public static final String MANAGED_BY = NAME;

    /** Label that joins all objects of the product. */
    public static final String PART_OF_LABEL = "app.kubernetes.io/part-of";

    /** Label that names the service: installer, controller or webhook. */
    public static final String NAME_LABEL = "app.kubernetes.io/name";

    /** Label that names the release; what carries the name of another release is that one's, and is left alone. */
    public static final String INSTANCE_LABEL = "app.kubernetes.io/instance";

    /** Field manager of the controller's server-side applies, followed by the name of its release. */
    public static final String CONTROLLER_FIELD_MANAGER = "linkerd-multus-controller";

    /** Field manager of the webhook's writes. */
    public static final String WEBHOOK_FIELD_MANAGER = "linkerd-multus-webhook";

    /** Field manager of what the installer's verbs apply from manifests. */
    public static final String VERBS_FIELD_MANAGER = "linkerd-multus-verbs";

    /** Annotation of what the installer's verbs have applied; what does not carry it they do not delete. */
    public static final String APPLIED_BY_ANNOTATION = "multus.linkerd.io/applied-by";

    /**
     * Annotation of the controller's Lease: the paths of the plugin's kubeconfig, one a line, that attachments name or are to name next.
     * An installer that starts takes no kubeconfig off its node that is among them.
     */
    public static final String KUBECONFIG_PATHS_ANNOTATION = "multus.linkerd.io/kubeconfig-paths";

    /**
     * Label of the controller's Lease as it is in dry runs, and never as it is kept: the webhook is asked to show that the API server reaches
     * it. The chart's webhook configuration selects Leases by it.
     */
    public static final String REACH_LABEL = "multus.linkerd.io/reach";

    /** The webhook of our own configuration that is asked for that. API servers go on without it: {@code failurePolicy: Ignore}. */
    public static final String REACH_WEBHOOK = "reach.multus.linkerd.io";

    /** Value of {@link #REACH_LABEL} as the controller sends it. */
    public static final String REACH_ASKED = "asked";

    /** Value of {@link #REACH_LABEL} as the webhook gives it back. */
    public static final String REACH_ANSWERED = "answered";

    private LinkerdMultus() {}
}
