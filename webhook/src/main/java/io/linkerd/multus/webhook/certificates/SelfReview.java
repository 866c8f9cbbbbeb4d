// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

/**
 * A review that a replica sends to itself before it is ready, the way an API server would.
 *
 * @param path path of the request
 * @param body a harmless review
 */
public record SelfReview(String path, String body) {}
