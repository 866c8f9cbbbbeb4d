// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.util.List;

/**
 * What a platform, or who runs it, asks for besides.
 *
 * @param ofRelease ResourceQuotas of the release's namespace
 * @param ofAttachments ResourceQuotas that count NetworkAttachmentDefinitions
 * @param openShift absent where the cluster has no SecurityContextConstraints
 */
public record PlatformView(
        Sight<List<QuotaView>> ofRelease, Sight<List<QuotaView>> ofAttachments, Sight<OpenShiftView> openShift) {
    /** The resource of a quota that counts NetworkAttachmentDefinitions. */
    public static final String ATTACHMENTS = "count/network-attachment-definitions.k8s.cni.cncf.io";
}
