// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.daemon.networks.Sandbox;

/** What all calls for one sandbox share. */
public record CallContext(Sandbox sandbox, DelegateArguments arguments, PluginEnvironment environment) {}
