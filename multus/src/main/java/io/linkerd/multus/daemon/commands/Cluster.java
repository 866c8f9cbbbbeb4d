// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

/** What the API server knows, and is told. */
public record Cluster(Pods pods, Definitions definitions, Attached attached) {}
