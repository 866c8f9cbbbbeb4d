// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.requests.CniArgument;
import io.linkerd.multus.daemon.results.CniResult;
import java.util.List;

/**
 * What libcni keeps of an attachment: all that its ADD was given, and what its plugins answered.
 *
 * @param configuration of the plugin or the list of plugins; empty in files of libcni before 0.8, which have the result alone
 * @param networkNamespace its path; empty where it is not told, as before libcni 1.2
 * @param capabilityArguments a JSON object, from which {@code runtimeConfig} is made again; empty for none
 * @param result what the last plugin answered, with the default routes as they are; or why it cannot be read
 */
public record CachedAttachment(
        AttachmentKey key,
        String configuration,
        String networkNamespace,
        List<CniArgument> arguments,
        String capabilityArguments,
        Result<CniResult> result) {

    public CachedAttachment {
        arguments = List.copyOf(arguments);
    }

    /** Tells no more than the key: configurations hold credentials at times. */
    @Override
    public String toString() {
        return "CachedAttachment[" + key + "]";
    }
}
