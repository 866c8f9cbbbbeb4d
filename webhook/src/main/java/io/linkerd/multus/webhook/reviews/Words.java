// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews;

import java.util.function.Function;

/**
 * How an object under review is spoken of.
 *
 * @param kind its key in the log
 * @param one one of them, with its article
 * @param name of one; empty where the API server has yet to make one up
 * @param refusal how a refusal begins, before namespace, where there is one, and name
 * @param code of a refusal, in HTTP
 * @param status of a refusal, as Kubernetes calls it
 * @param afterFailure what follows where we fail
 */
record Words<T>(
        String kind,
        String one,
        Function<T, String> name,
        String refusal,
        int code,
        String status,
        String afterFailure) {}
