// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.names.OpenShift;
import java.util.Optional;

/**
 * The annotation {@value OpenShift#UID_RANGE}, read as OpenShift reads it.
 *
 * @param range where OpenShift takes the pods' user ids from
 * @param ignoredTail text after the range, which OpenShift ignores: worth a warning, since its author meant something by it
 */
public record UidRangeAnnotation(UidRange range, Optional<String> ignoredTail) {}
