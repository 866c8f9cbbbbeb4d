// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import java.util.OptionalLong;

/**
 * A container of a pod, as far as user ids go.
 *
 * @param pointer where it is in the pod (RFC 6901)
 * @param name its name
 * @param endsBeforeTheOthers whether it is an init container, and no sidecar
 * @param hasSecurityContext whether it has an object of that name
 * @param runAsUser its own user id
 */
record Container(
        String pointer, String name, boolean endsBeforeTheOthers, boolean hasSecurityContext, OptionalLong runAsUser) {}
