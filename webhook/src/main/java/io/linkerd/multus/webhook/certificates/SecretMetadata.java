// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.kubernetes.client.openapi.apis.RbacAuthorizationV1Api;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.webhook.settings.WebhookSettings;

/** What the Secret is called, and whose it is: the ClusterRole of the release owns it, and the garbage collector removes it after that. */
record SecretMetadata(WebhookSettings settings, RbacAuthorizationV1Api roles) {

    /**
     * {@return it anew} A Secret of an earlier version does not name its instance; it stays in force, and gets the label with what is
     * written next.
     */
    V1ObjectMeta make() {
        var metadata = new V1ObjectMeta()
                .name(settings.caSecret())
                .namespace(settings.namespace())
                .putLabelsItem(LinkerdMultus.MANAGED_BY_LABEL, LinkerdMultus.MANAGED_BY)
                .putLabelsItem(LinkerdMultus.PART_OF_LABEL, LinkerdMultus.NAME)
                .putLabelsItem(LinkerdMultus.INSTANCE_LABEL, settings.release())
                .putLabelsItem(LinkerdMultus.NAME_LABEL, "webhook");
        settings.owner()
                .ifPresent(owner -> metadata.addOwnerReferencesItem(new V1OwnerReference()
                        .apiVersion("rbac.authorization.k8s.io/v1")
                        .kind("ClusterRole")
                        .name(owner)
                        .uid(ownerUid(owner))));
        return metadata;
    }

    private String ownerUid(String owner) {
        return KubernetesCertificateStore.found(
                        "read the ClusterRole " + owner,
                        () -> roles.readClusterRole(owner).buildCall(null),
                        ObjectReader::uid)
                .orElseThrow(() -> new CertificateStore.StoreUnavailable(
                        "the ClusterRole " + owner + " does not exist, so the Secret would outlive the release"));
    }
}
