// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads.plan;

import io.linkerd.multus.controller.pods.plan.InjectedParts;
import io.linkerd.multus.controller.pods.plan.PodUsers;
import java.util.Optional;

/**
 * What a new pod of the same template would get today: the API server's answer to one that was created as a dry run, with what our webhook
 * adds.
 *
 * @param injected what the injector would put into it; empty where it would have no proxy
 * @param users its user ids
 * @param attached whether it would ask for Linkerd's network
 */
public record FreshPod(Optional<InjectedParts> injected, PodUsers users, boolean attached) {}
