// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import java.util.List;

/** What the configurations of one pod's networks come to: all of them are in memory at once, and are then kept in one list. */
final class ConfigurationSum {
    private long bytes;

    /** The sum of the networks that a pod has before those that its annotation selects. */
    ConfigurationSum(List<DelegateRequest> first) {
        first.forEach(request -> bytes += GoText.length(request.config().text()));
    }

    /** Adds a network's; {@return the network, or why it is too much} */
    Result<DelegateRequest> with(DelegateRequest request) {
        bytes += GoText.length(request.config().text());
        return bytes <= DelegatePlan.MOST_CONFIGURATION
                ? new Result.Ok<>(request)
                : new Result.Not<>(
                        "the configurations of the pod's networks are longer than "
                                + DelegatePlan.MOST_CONFIGURATION
                                + " bytes together; select fewer networks, or shorten their NetworkAttachmentDefinitions and cni-args");
    }
}
