// SPDX-License-Identifier: Apache-2.0

/**
 * Restarts workloads whose pods are outdated, as the honoured {@code LinkerdConfig} asks for: each look says what it is about to do in the
 * object's status, and then does it. Without the rights, or without the policies that keep them small, it tells why it does not.
 */
@NullMarked
package io.linkerd.multus.controller.rollouts;

import org.jspecify.annotations.NullMarked;
