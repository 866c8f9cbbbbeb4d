// SPDX-License-Identifier: Apache-2.0
/** What the controller knows of a pod: values alone, on which the plans of several duties rest. */
@NullMarked
package io.linkerd.multus.controller.pods.plan;

import org.jspecify.annotations.NullMarked;
