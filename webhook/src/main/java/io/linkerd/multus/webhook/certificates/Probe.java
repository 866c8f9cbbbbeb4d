// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

/**
 * A request that a replica sends to itself before it is ready, the way an API server would.
 *
 * @param path path of the request
 * @param body a harmless review
 */
public record Probe(String path, String body) {}
