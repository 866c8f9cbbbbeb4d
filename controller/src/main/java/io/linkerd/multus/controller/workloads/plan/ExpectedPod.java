// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads.plan;

import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.PodUsers;
import java.util.Optional;

/**
 * What a new pod of a template would get today, by what the API server holds and what Linkerd's injector answers to a dry run, with what our
 * webhook adds.
 *
 * @param injected what the injector would put into it; empty where it would have no proxy
 * @param users its user ids
 * @param attached whether it would ask for Linkerd's network
 */
public record ExpectedPod(Optional<InjectedParts> injected, PodUsers users, boolean attached) {}
