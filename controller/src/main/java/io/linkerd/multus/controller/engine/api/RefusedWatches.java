// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.HttpURLConnection;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArraySet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Knows which watches the API server refuses now. Once everything has been listed the client begins refused watches again and
 * again by itself, and tells nobody: a right or a kind that has gone would show in nothing.
 */
public final class RefusedWatches implements Interceptor {
    private static final Logger log = LoggerFactory.getLogger(RefusedWatches.class);

    private final ConcurrentMap<String, String> problems = new ConcurrentHashMap<>();
    private final Set<String> toldElsewhere = new CopyOnWriteArraySet<>();

    /** {@return what cannot be watched now, and what to do, for a person} */
    public List<String> whyNotReady() {
        return problems.values().stream().sorted().toList();
    }

    /**
     * Leaves a watch to the duty that opens it: refused, it keeps nothing else from being ready, and the duty says so itself.
     *
     * @param path of the list
     * @param name of the one object that is watched; empty where all are
     */
    public void leave(String path, String name) {
        leave(name.isEmpty() ? path : path + "?" + WatchRequests.selectorOf(name));
    }

    /** Leaves that watch to the one who opens it. */
    void leave(HttpRequest request) {
        leave(what(request));
    }

    private void leave(String what) {
        toldElsewhere.add(what);
        problems.remove(what);
    }

    private static String what(HttpRequest request) {
        return request.uri().getPath()
                + WatchRequests.selector(request).map(part -> "?" + part).orElse("");
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        if (WatchRequests.is(request)) {
            var what = what(request);
            if (!toldElsewhere.contains(what)) {
                note(what, response.code());
            }
        }
    }

    private void note(String what, int status) {
        // 410: everything is listed again, and watched from there.
        if (status == HttpURLConnection.HTTP_OK || status == HttpURLConnection.HTTP_GONE) {
            if (problems.remove(what) != null) {
                log.atInfo().addKeyValue("what", what).log("watching again");
            }
            return;
        }
        var problem = "cannot watch " + what + " any more: "
                + switch (status) {
                    case HttpURLConnection.HTTP_FORBIDDEN ->
                        "permission missing: the controller's ClusterRole must allow list and watch of it";
                    case HttpURLConnection.HTTP_NOT_FOUND ->
                        "the API server does not know this kind (is its CRD installed?)";
                    default -> "the API server answers " + status;
                };
        if (!problem.equals(problems.put(what, problem))) {
            log.atLevel(status == HttpURLConnection.HTTP_FORBIDDEN ? Level.ERROR : Level.WARN)
                    .addKeyValue("what", what)
                    .addKeyValue("reason", problem)
                    .log("cannot watch; trying again, what was seen before stays");
        }
    }
}
