// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.reach.plan;

import io.linkerd.multus.contracts.plans.Notice.Subject;

/**
 * The webhook's pods, as far as it matters to what calls them.
 *
 * @param deployment that they are of
 * @param port that API servers call
 * @param onNodes whether it is a port of their nodes, and not of the pods' network
 */
public record WebhookPods(Subject deployment, int port, boolean onNodes) {}
