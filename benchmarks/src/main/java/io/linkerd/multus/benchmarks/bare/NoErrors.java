// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.bare;

import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.server.exceptions.response.ErrorContext;
import io.micronaut.http.server.exceptions.response.ErrorResponseProcessor;
import jakarta.inject.Singleton;

/** Says nothing more of an error than its status, in place of what would take a JSON library. */
@Singleton
class NoErrors implements ErrorResponseProcessor<String> {
    @Override
    public MutableHttpResponse<String> processResponse(ErrorContext context, MutableHttpResponse<?> response) {
        return response.body("");
    }
}
