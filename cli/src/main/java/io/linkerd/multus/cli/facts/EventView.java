// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.time.Instant;

/**
 * An Event.
 *
 * @param kind of the object that it is about
 * @param namespace of that object
 * @param name of that object
 * @param last when it was told last
 */
public record EventView(String kind, String namespace, String name, String reason, String message, Instant last) {}
