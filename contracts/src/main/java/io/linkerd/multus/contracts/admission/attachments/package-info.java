// SPDX-License-Identifier: Apache-2.0
/**
 * Judges NetworkAttachmentDefinitions: what Multus could never run is refused, what it runs is at most warned about. It reads them as
 * Multus does, which is what Go's encoding/json, Multus and libcni do to them one after the other.
 */
@NullMarked
package io.linkerd.multus.contracts.admission.attachments;

import org.jspecify.annotations.NullMarked;
