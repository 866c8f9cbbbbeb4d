// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

/** What commands ask the cluster for, and tell it. */
public record ClusterAccess(Pods pods, Definitions definitions, Attached attached) {}
