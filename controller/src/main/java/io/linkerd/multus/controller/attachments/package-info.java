// SPDX-License-Identifier: Apache-2.0

/**
 * A network attachment for each namespace that asks for one, in step with Linkerd's ConfigMap.
 * Only attachments that carry our label are ever changed or removed.
 */
@NullMarked
package io.linkerd.multus.controller.attachments;

import org.jspecify.annotations.NullMarked;
