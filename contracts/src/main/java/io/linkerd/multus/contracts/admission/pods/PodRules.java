// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;

/**
 * What has been settled about pods, whichever comes.
 *
 * @param controlPlaneNamespace namespace of Linkerd's control plane
 * @param scope where the attachments are
 * @param strategy where in a range to look for the proxy's user id
 * @param onImpossible what becomes of a pod that cannot be meshed safely
 * @param onUserNamespace what becomes of a pod with a user namespace of its own
 */
public record PodRules(
        String controlPlaneNamespace,
        AttachmentScope scope,
        ProxyUidStrategy strategy,
        Severity onImpossible,
        Severity onUserNamespace) {

    /** What holds where nobody has settled anything else. */
    public static final PodRules STANDARD = new PodRules(
            "linkerd", AttachmentScope.PER_NAMESPACE, ProxyUidStrategy.HIGHEST, Severity.REFUSE, Severity.REFUSE);
}
