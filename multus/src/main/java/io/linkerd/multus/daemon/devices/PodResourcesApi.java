// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.files.FileTrouble;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Asks kubelet for the resources of its pods: by one call of gRPC without parameters, on a connection of its own. */
record PodResourcesApi(Path socket) {
    /** The request's message has no bytes. */
    private static final byte[] REQUEST = new byte[GrpcMessage.PREFIX];

    Listing devices(PodIdentity pod, Deadline deadline) {
        if (Files.notExists(socket)) {
            return new Listing.NotServed(socket + " does not exist");
        }
        try (var connection = UnixConnection.to(socket, deadline);
                var call = new Http2Call(connection, headers(deadline), REQUEST)) {
            var status = call.head().status();
            return status != null && "200".contentEquals(status)
                    ? answer(call, pod)
                    : new Listing.Failed("it answers with HTTP status " + status);
        } catch (IOException e) {
            return new Listing.Failed(FileTrouble.inWords(e));
        }
    }

    private static Listing answer(Http2Call call, PodIdentity pod) throws IOException {
        var message = new GrpcMessage(call);
        var devices = PodResourcesMessage.devices(message, pod);
        var status = message.end();
        return switch (status.code()) {
            case GrpcStatus.OK -> new Listing.Devices(devices);
            case GrpcStatus.RESOURCE_EXHAUSTED -> new Listing.Busy(status.inWords());
            case GrpcStatus.UNIMPLEMENTED ->
                new Listing.NotServed("kubelet does not know the API v1: " + status.inWords());
            default -> new Listing.Failed("it answers " + status.inWords());
        };
    }

    private static Http2Headers headers(Deadline deadline) {
        return new DefaultHttp2Headers()
                .method("POST")
                .scheme("http")
                .path("/v1.PodResourcesLister/List")
                .authority("localhost")
                .set("te", "trailers")
                .set("content-type", "application/grpc")
                .set("grpc-timeout", deadline.left().toMillis() + "m")
                .set("user-agent", "linkerd-multus");
    }
}
