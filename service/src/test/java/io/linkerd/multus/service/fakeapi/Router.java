// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Finds the answer to a request that is no watch. */
final class Router {
    private final Discovery discovery;
    private final Store store;
    private final Writes writes;
    private final FakeTokens tokens;
    final AtomicReference<Function<ObjectNode, Optional<ObjectNode>>> dryRuns = new AtomicReference<>(Optional::of);

    Router(Discovery discovery, Store store, Writes writes, FakeTokens tokens) {
        this.discovery = discovery;
        this.store = store;
        this.writes = writes;
        this.tokens = tokens;
    }

    Answer answer(Request request) {
        var told = discovery.answer(request.path());
        if (told.isPresent()) {
            return told.get();
        }
        var target = Target.parse(request.path(), discovery.kinds);
        if (target.subresource().equals("token") && request.method().equals("POST")) {
            return tokens.request(target, Json.object(request.body()));
        }
        if (target.subresource().equals("eviction")
                && target.kind().name().equals("Pod")
                && request.method().equals("POST")) {
            writes.delete(
                    target.named(target.name()), Json.object(request.body()).path("deleteOptions"));
            return new Answer(
                    201, Json.object("{kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201}"));
        }
        if (target.subresource().equals("status") && request.method().equals("PATCH")) {
            return patchStatus(target.named(target.name()), request);
        }
        if (!target.subresource().isEmpty()) {
            throw Refusal.unknownPath(request.path());
        }
        var answer = target.isList() ? ofList(target, request) : ofObject(target, request);
        return answer.body() instanceof ObjectNode object
                        && object.path("kind").asText().equals(target.kind().name())
                ? new Answer(answer.code(), Representation.asked(request).of(object))
                : answer;
    }

    private Answer ofList(Target target, Request request) {
        return switch (request.method()) {
            case "GET" -> list(target, request);
            case "POST" -> create(target, request);
            default -> throw Refusal.of(405, "the server does not allow this method on the requested resource");
        };
    }

    private Answer create(Target target, Request request) {
        var given = body(target, request);
        if (request.isDry()) {
            return new Answer(201, dryRuns.get().apply(given).orElseThrow(() -> Refusal.denied()));
        }
        return new Answer(201, writes.create(target, given, request.manager()));
    }

    private Answer ofObject(Target target, Request request) {
        return switch (request.method()) {
            case "GET" -> Answer.ok(store.get(target).orElseThrow(() -> Refusal.notFound(target)));
            case "PUT" -> {
                var object = body(target, request);
                Admission.target(target, object, 0);
                yield Answer.ok(
                        request.isDry()
                                ? writes.updateDry(target, object, request.manager(), dryRuns.get())
                                : writes.update(target, object, request.manager()));
            }
            case "PATCH" -> patch(target, request);
            case "DELETE" -> Answer.ok(writes.delete(target, options(request)));
            default -> throw Refusal.of(405, "the server does not allow this method on the requested resource");
        };
    }

    private Answer patch(Target target, Request request) {
        if (request.mediaType().equals(Patches.APPLY)) {
            if (request.parameter("fieldManager").isEmpty()) {
                throw Refusal.invalid("meta.k8s.io", "PatchOptions", "FieldValueRequired", "fieldManager");
            }
            var applied = body(target, request);
            return writes.apply(target, applied, request.manager(), request.isSet("force"));
        }
        return Answer.ok(
                writes.patch(target, Patches.of(request.mediaType(), request.body(), target), request.manager()));
    }

    /** Of what is patched there, metadata changes; that a patch changes the status is not needed yet. */
    private Answer patchStatus(Target target, Request request) {
        if (request.mediaType().equals(Patches.APPLY)) {
            return applyStatus(target, request);
        }
        var patch = Patches.of(request.mediaType(), request.body(), target);
        return Answer.ok(writes.patch(
                target,
                object -> {
                    var spec = object.path("spec").deepCopy();
                    return patch.apply(object).set("spec", spec);
                },
                request.manager()));
    }

    /** A manager owns what it applied there apart from what it applied to the object itself. */
    private Answer applyStatus(Target target, Request request) {
        if (store.get(target).isEmpty()) {
            throw Refusal.notFound(target);
        }
        var applied = body(target, request).retain("apiVersion", "kind", "metadata", "status");
        return writes.apply(target, applied, request.manager() + "/status", request.isSet("force"));
    }

    private static ObjectNode body(Target target, Request request) {
        var object = Json.object(request.body());
        var wrong = !object.path("kind")
                        .asText(target.kind().name())
                        .equals(target.kind().name())
                || !object.path("apiVersion")
                        .asText(target.kind().apiVersion())
                        .equals(target.kind().apiVersion());
        if (wrong) {
            throw Refusal.of(
                    400,
                    "the object is no " + target.kind().apiVersion() + " "
                            + target.kind().name());
        }
        return object;
    }

    private static JsonNode options(Request request) {
        var options = Json.object(request.body());
        if (!request.parameter("propagationPolicy").isEmpty()) {
            options.put("propagationPolicy", request.parameter("propagationPolicy"));
        }
        return options;
    }

    /** A list, or a page of it: with a limit, everything comes as it was when the first page was asked for. */
    private Answer list(Target target, Request request) {
        synchronized (store) {
            var selector =
                    Selector.of(target.kind(), request.parameter("fieldSelector"), request.parameter("labelSelector"));
            var page = request.parameter("continue").isEmpty()
                    ? store.cache(request.parameter("resourceVersion")).list(target, selector)
                    : store.page(request.parameter("continue"));
            store.note(new Look(page.version(), request.path(), matched(request)));
            var objects = page.rest();
            var limit = limit(request, objects.size());
            var answer = Representation.asked(request).of(target.kind(), objects.subList(0, limit), page.version());
            if (limit < objects.size()) {
                var rest = List.copyOf(objects.subList(limit, objects.size()));
                answer.withObject("/metadata").put("continue", store.keep(new Store.Page(page.version(), rest)));
                if (request.parameter("fieldSelector").isEmpty()
                        && request.parameter("labelSelector").isEmpty()) {
                    answer.withObject("/metadata").put("remainingItemCount", rest.size());
                }
            }
            return Answer.ok(answer);
        }
    }

    private static String matched(Request request) {
        return (request.parameter("resourceVersionMatch") + " " + request.parameter("resourceVersion")).strip();
    }

    private static int limit(Request request, int size) {
        var limit = request.parameter("limit");
        var any = request.parameter("resourceVersion").equals("0");
        return limit.isEmpty() || limit.equals("0") || any ? size : Math.min(size, Integer.parseInt(limit));
    }
}
