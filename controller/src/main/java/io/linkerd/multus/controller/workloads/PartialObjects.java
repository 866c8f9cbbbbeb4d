// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.linkerd.multus.controller.engine.api.ApiException;
import java.io.ByteArrayInputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Reads the metadata of objects alone, a tenth of what a ReplicaSet is: the client has no call for that. */
record PartialObjects(KubernetesClient client) {
    private static final String METADATA =
            "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";
    private static final long LONGEST_SECONDS = 10;

    /**
     * {@return the object's metadata; nothing where there is none of that name}
     *
     * @param path of the resource's group and version, as in {@code apis/apps/v1}
     * @throws ApiException where the API server did not tell
     */
    Optional<ObjectMeta> read(String path, String plural, String namespace, String name) {
        return ApiException.call("get " + plural, () -> {
            var response =
                    send("%s%s/namespaces/%s/%s/%s".formatted(client.getMasterUrl(), path, namespace, plural, name));
            if (response.code() == HttpURLConnection.HTTP_NOT_FOUND) {
                return Optional.empty();
            }
            var body = client.getKubernetesSerialization();
            if (!response.isSuccessful()) {
                var text = new String(response.body(), StandardCharsets.UTF_8);
                throw new KubernetesClientException(text, response.code(), body.unmarshal(text, Status.class));
            }
            return Optional.of(
                    body.unmarshal(new ByteArrayInputStream(response.body()), GenericKubernetesResource.class)
                            .getMetadata());
        });
    }

    private HttpResponse<byte[]> send(String url) {
        var http = client.getHttpClient();
        var request = http.newHttpRequestBuilder()
                .uri(url)
                .header("Accept", METADATA)
                .timeout(LONGEST_SECONDS, TimeUnit.SECONDS)
                .build();
        try {
            return http.sendAsync(request, byte[].class).join();
        } catch (CompletionException e) {
            throw new KubernetesClientException(String.valueOf(e.getMessage()), e);
        }
    }
}
