// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.installer.node.durable.Content;
import io.linkerd.multus.installer.node.durable.Ownership;

/**
 * A file as it should be.
 *
 * @param path as the host sees it
 * @param program it is a CNI plugin, and a newer one that somebody else puts there is worth keeping
 */
record DesiredFile(String path, Content content, Ownership ownership, boolean program) {}
