// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.kubernetes.client.openapi.apis.RbacAuthorizationV1Api;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * What the Secret is called, and whose it is: the ClusterRole of the release owns it, and the garbage collector removes it after that.
 *
 * @param release the instance that it is of
 * @param owner the ClusterRole, where it has one
 */
record SecretMetadata(String name, String namespace, String release, Optional<ObjectOwner> owner) {
    /**
     * {@return it anew} A Secret of an earlier version does not name its instance; it stays in force, and gets the label with what is
     * written next.
     */
    static SecretMetadata make(WebhookSettings settings, RbacAuthorizationV1Api roles) {
        return new SecretMetadata(
                settings.caSecret(),
                settings.namespace(),
                settings.release(),
                settings.owner().map(owner -> ObjectOwner.clusterRole(owner, uid(owner, roles))));
    }

    private static String uid(String owner, RbacAuthorizationV1Api roles) {
        return KubernetesCertificateStore.found(
                        "read the ClusterRole " + owner,
                        () -> roles.readClusterRole(owner).buildCall(null),
                        ObjectReader::uid)
                .orElseThrow(() -> new CertificateStore.StoreUnavailable(
                        "the ClusterRole " + owner + " does not exist, so the Secret would outlive the release"));
    }

    /** Writes its members. */
    void write(JsonGenerator json) {
        json.writeStringProperty("name", name);
        json.writeStringProperty("namespace", namespace);
        json.writeObjectPropertyStart("labels");
        json.writeStringProperty(LinkerdMultus.MANAGED_BY_LABEL, LinkerdMultus.MANAGED_BY);
        json.writeStringProperty(LinkerdMultus.PART_OF_LABEL, LinkerdMultus.NAME);
        json.writeStringProperty(LinkerdMultus.INSTANCE_LABEL, release);
        json.writeStringProperty(LinkerdMultus.NAME_LABEL, "webhook");
        json.writeEndObject();
        owner.ifPresent(role -> role.write(json));
    }
}
