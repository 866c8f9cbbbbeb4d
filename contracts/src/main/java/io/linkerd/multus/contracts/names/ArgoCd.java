// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.names;

/** Names by which Argo CD marks what it has applied. */
public final class ArgoCd {
    /** The annotation of an applied object: the preset of its resource tracking since Argo CD 3. */
    public static final String TRACKING_ID = "argocd.argoproj.io/tracking-id";

    /** The label that Argo CD's documentation proposes in place of {@code app.kubernetes.io/instance}, which charts write as well. */
    public static final String INSTANCE_LABEL = "argocd.argoproj.io/instance";

    private ArgoCd() {}
}
