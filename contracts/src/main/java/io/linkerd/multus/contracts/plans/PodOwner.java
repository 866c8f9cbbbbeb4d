// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans;

/** The controller of a pod: it makes another one when the pod goes. */
public record PodOwner(String apiVersion, String kind, String name, String uid) {}
