// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The namespace of this release.
 *
 * @param owns whether it is to own the configurations that have the API server call this release
 */
record HomeNamespace(String name, boolean owns) {
    static HomeNamespace of(WebhookSettings settings) {
        return new HomeNamespace(settings.namespace(), settings.ownedByNamespace());
    }

    /**
     * {@return how it stands with a configuration of those owners}
     *
     * @param tracked whether Argo CD has applied the configuration
     */
    NamespaceOwnership ownership(List<ObjectOwner> owners, boolean tracked) {
        var uids = owners.stream()
                .filter(owner -> Objects.equals(owner, ObjectOwner.namespace(name, owner.uid())))
                .map(ObjectOwner::uid)
                .collect(Collectors.toSet());
        return new NamespaceOwnership(owns && !tracked, uids);
    }
}
