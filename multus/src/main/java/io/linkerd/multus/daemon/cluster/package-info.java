// SPDX-License-Identifier: Apache-2.0
/**
 * The API server as the daemon knows it: the node's pods and the NetworkAttachmentDefinitions, followed and looked up where a watch does not tell them, and
 * what is written about pods. Nothing here waits longer than the runtime's request does, and none of what the API server may answer is an exception.
 */
@NullMarked
package io.linkerd.multus.daemon.cluster;

import org.jspecify.annotations.NullMarked;
