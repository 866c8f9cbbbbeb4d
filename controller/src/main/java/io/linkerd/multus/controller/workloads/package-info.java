// SPDX-License-Identifier: Apache-2.0
/**
 * Which workloads have meshed pods, and in what these are outdated: pods and workloads are watched and kept small, their owners are asked
 * for once, and what only a dry run tells is asked at a bounded rate.
 */
@NullMarked
package io.linkerd.multus.controller.workloads;

import org.jspecify.annotations.NullMarked;
