// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.ApiReading;
import io.linkerd.multus.service.kube.ApiTransport;
import io.linkerd.multus.webhook.certificates.CertificateStore.StoreUnavailable;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads and writes the objects that certificates live in. What the API server does not do is a {@link StoreUnavailable}, with what to do.
 *
 * @param longest that a call may take
 */
record StoreApi(ApiTransport transport, Duration longest) {
    private static final int UNPROCESSABLE = 422;
    private static final String AGAIN = "trying again";

    /** {@return what is read of an object; empty where it does not exist} */
    <T> Optional<T> found(String what, String path, ApiReading<T> reading) {
        return switch (ask(ApiCall.get(path), reading)) {
            case ApiAnswer.Answered<T>(var object) -> Optional.of(object);
            case ApiAnswer.Failed<T>(ApiFailure.NotFound _) -> Optional.empty();
            case ApiAnswer.Failed<T>(var why) -> throw unavailable("read " + what, why, AGAIN);
        };
    }

    /** {@return the namespace that we are in, as an owner; empty where it is gone already} */
    Optional<ObjectOwner> home(String namespace) {
        return found("the namespace " + namespace, ApiPath.core("namespaces", namespace), ObjectReader::uid)
                .map(uid -> ObjectOwner.namespace(namespace, uid));
    }

    WriteResult written(String what, ApiCall write) {
        return written(what, AGAIN, write);
    }

    /**
     * Not found counts as a lost race too: what was read a moment ago has gone. What is answered besides is of no use: the write has
     * happened, whether that can be read or not.
     *
     * @param remedy what helps where the object is in the way of what is written
     */
    WriteResult written(String what, String remedy, ApiCall write) {
        return switch (ask(write, ApiReading.nothing(WriteResult.WRITTEN))) {
            case ApiAnswer.Answered<WriteResult>(var written) -> written;
            case ApiAnswer.Failed<WriteResult>(var why)
            when why instanceof ApiFailure.Conflict || why instanceof ApiFailure.NotFound -> WriteResult.LOST_RACE;
            case ApiAnswer.Failed<WriteResult>(ApiFailure.Refused why)
            when why.status() == UNPROCESSABLE -> throw unavailable(what, why, remedy);
            case ApiAnswer.Failed<WriteResult>(var why) -> throw unavailable(what, why, AGAIN);
        };
    }

    private <T> ApiAnswer<T> ask(ApiCall call, ApiReading<T> reading) {
        return transport.ask(call, Deadline.in(longest, System::nanoTime), reading);
    }

    private static StoreUnavailable unavailable(String what, ApiFailure why, String remedy) {
        return new StoreUnavailable("cannot " + what + ": " + why.inWords() + ", " + remedy);
    }
}
