// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.contracts.json.JsonWriter;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.util.Optional;

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
    static SecretMetadata make(WebhookSettings settings, StoreApi api) {
        return new SecretMetadata(
                settings.caSecret(),
                settings.namespace(),
                settings.release(),
                settings.owner().map(owner -> ObjectOwner.clusterRole(owner, uid(owner, api))));
    }

    private static String uid(String owner, StoreApi api) {
        var path = ApiPath.group("rbac.authorization.k8s.io", "v1", "clusterroles", owner);
        return api.found("the ClusterRole " + owner, path, ObjectReader::uid)
                .orElseThrow(() -> new CertificateStore.StoreUnavailable(
                        "the ClusterRole " + owner + " does not exist, so the Secret would outlive the release"));
    }

    /** Writes its members. */
    void write(JsonWriter json) {
        json.text("name", name);
        json.text("namespace", namespace);
        json.object("labels");
        json.text(LinkerdMultus.MANAGED_BY_LABEL, LinkerdMultus.MANAGED_BY);
        json.text(LinkerdMultus.PART_OF_LABEL, LinkerdMultus.NAME);
        json.text(LinkerdMultus.INSTANCE_LABEL, release);
        json.text(LinkerdMultus.NAME_LABEL, "webhook");
        json.end();
        owner.ifPresent(role -> {
            json.list("ownerReferences");
            role.write(json);
            json.end();
        });
    }
}
