// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.daemon.networks.RewrittenObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** An interface of a sandbox that is still there. */
public record ValidAttachment(String containerId, String interfaceName) {

    /** {@return a list of them as plugins read it} */
    static String json(List<ValidAttachment> all) {
        return all.stream().map(ValidAttachment::json).collect(Collectors.joining(",", "[", "]"));
    }

    private String json() {
        var members = new LinkedHashMap<String, String>();
        members.put("containerID", JsonEdit.quote(containerId));
        members.put("ifname", JsonEdit.quote(interfaceName));
        return RewrittenObject.of(members);
    }
}
