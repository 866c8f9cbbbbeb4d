// SPDX-License-Identifier: Apache-2.0

/**
 * What a {@code LinkerdMultus} asks for, as objects: the chart's rendering of the installer and the webhook, which the build has put among
 * the resources, and over it the settings that are its own. All of it is without effects.
 */
@NullMarked
package io.linkerd.multus.controller.operand;

import org.jspecify.annotations.NullMarked;
