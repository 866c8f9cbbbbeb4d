// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * The chain of plugins that is run last for every pod: those in the folder of its name beside the cluster's own network, behind one that passes the
 * result through. It makes no interface.
 */
final class AuxiliaryChain {
    private static final String FIRST = "[{\"type\":\"passthru\",\"name\":\"passthru-cni\"}]";

    private AuxiliaryChain() {}

    /** {@return the chain where there are plugins in its folder, or why they cannot be read} */
    static Result<Optional<DelegateRequest>> load(NetworkSettings settings, Looks looks) {
        var members = new LinkedHashMap<String, String>();
        members.put("cniVersion", JsonEdit.quote(settings.cniVersion()));
        members.put("name", JsonEdit.quote(settings.auxiliaryChain()));
        members.put("plugins", FIRST);
        var folder = ChainFile.folderOf(settings.clusterNetwork());
        return Refusals.within(
                        "LoadChainedDelegatesFromBytes: ", ChainFile.load(RewrittenObject.of(members), folder, looks))
                .then(config -> config.chain()
                        .map(chain -> chain.plugins().size() > 1
                                ? Optional.of(DelegateRequest.of(config))
                                : Optional.empty()));
    }
}
