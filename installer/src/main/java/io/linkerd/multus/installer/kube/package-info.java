// SPDX-License-Identifier: Apache-2.0
/**
 * The handful of API calls that an installer makes, over the JDK's own HTTP client.
 * Answers are values: an API that refuses or is away is an expected outcome.
 */
@NullMarked
package io.linkerd.multus.installer.kube;

import org.jspecify.annotations.NullMarked;
