// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * An API server in this process, for the kinds of objects that we read and write.
 *
 * <p>It keeps a real one's rules, which a test compares: versions and conflicts, who owns which field, patches and
 * server-side apply, selectors, pages, watches with bookmarks and gaps, finalizers, tokens. Things go wrong only on
 * command, and garbage is collected only on command.
 *
 * <p>What it does not do: authorization other than on command, admission webhooks, subresources but
 * {@code token}, {@code eviction}, what is applied to {@code status} and patches of the metadata there, disruption budgets,
 * defaults and validation of pods and their templates, schemas of custom resources, dry runs but of creations and updates, deletion of collections,
 * move and copy in JSON patches, {@code sendInitialEvents}, and graceful deletion of pods.
 */
public final class FakeApiServer implements AutoCloseable {
    /** Who owns the fields of what a test puts there. */
    public static final String TEST = "test";

    private final Store store = new Store();
    private final Discovery discovery = new Discovery();
    private final Writes writes;
    private final FakeTokens tokens;
    private final Front front;
    private final Listener listener;
    private final boolean tls;

    private FakeApiServer(boolean tls, InstantSource clock) {
        this.tls = tls;
        this.writes = new Writes(store, clock);
        this.tokens = new FakeTokens(store, clock);
        this.front = new Front(store, discovery, tokens, writes);
        this.listener = new Listener(tls, front);
    }

    /** Listens for plain HTTP. */
    public static FakeApiServer plain() {
        return new FakeApiServer(false, InstantSource.system());
    }

    /** Listens for HTTPS, with the certificate of {@link #caPem}. */
    public static FakeApiServer tls() {
        return new FakeApiServer(true, InstantSource.system());
    }

    /** {@return where it listens} */
    public String url() {
        return (tls ? "https" : "http") + "://127.0.0.1:" + port();
    }

    /** {@return the port on 127.0.0.1} */
    public int port() {
        return listener.port();
    }

    /** {@return the certificate that it is believed by} */
    public String caPem() {
        return ServingCertificate.get().pem();
    }

    /** Serves one more kind, as after its definition was applied. */
    public FakeApiServer define(String apiVersion, String plural, String kind, boolean namespaced) {
        discovery.kinds.add(Kind.custom(apiVersion, plural, kind, namespaced));
        return this;
    }

    /** Serves that kind no more, as after its definition was deleted, with all objects of it. */
    public void undefine(String apiVersion, String plural) {
        var path = "/apis/" + apiVersion + "/" + plural;
        list(path).forEach(object -> store.remove(target(path + "/" + Json.metadata(object, "name"))));
        discovery.kinds.removeIf(
                kind -> kind.apiVersion().equals(apiVersion) && kind.plural().equals(plural));
    }

    /**
     * Has what is created or updated as a dry run go through a webhook; without one it comes back as it is, and nothing of it is ever kept.
     *
     * @param webhook gives back what becomes of an object; nothing where it denies it
     */
    public void admitDryRuns(Function<ObjectNode, Optional<ObjectNode>> webhook) {
        front.router.dryRuns.set(webhook);
    }

    /**
     * Puts an object there, as another client would, with its status; its namespace is made where there is none.
     *
     * @param json may leave out what the path says: apiVersion, kind, namespace and name
     * @return the object as it is kept
     */
    public ObjectNode put(String path, String json) {
        var target = target(path);
        if (!target.namespace().isEmpty()
                && get("/api/v1/namespaces/" + target.namespace()).isEmpty()) {
            put("/api/v1/namespaces/" + target.namespace(), "{}");
        }
        var object = Json.object(json);
        object.withObject("/metadata").put("name", target.name());
        return writes.put(target, object, TEST);
    }

    /** Changes what is there by a merge patch, as another client would. */
    public ObjectNode edit(String path, String patch) {
        var target = target(path);
        return writes.patch(target, Patches.of("application/merge-patch+json", patch, target), TEST);
    }

    /** Changes what is there, if it is there, as another client would. */
    public Optional<ObjectNode> editIfPresent(String path, String patch) {
        synchronized (store) {
            return get(path).map(_ -> edit(path, patch));
        }
    }

    /** Removes an object at once, whatever its finalizers say; nothing that it owns goes with it. */
    public void remove(String path) {
        store.remove(target(path));
    }

    /** Deletes an object as a client does: it stays, and is marked, for as long as it has finalizers. */
    public void delete(String path, String options) {
        writes.delete(target(path), Json.object(options));
    }

    /** Removes what is owned by nothing any more, and what namespaces hold that are being deleted. */
    public void collectGarbage() {
        new Garbage(store, writes).collect();
    }

    /** {@return the object at that path} */
    public Optional<ObjectNode> get(String path) {
        return store.get(target(path));
    }

    /** {@return all objects of that list, by namespace and name} */
    public List<ObjectNode> list(String path) {
        return store.list(target(path));
    }

    /** {@return the version of the last change} */
    public long version() {
        return store.version();
    }

    /** Waits for a change after that version, so long at most. */
    public void awaitChange(long version, Duration longest) throws InterruptedException {
        store.awaitChange(version, longest);
    }

    /** {@return every change so far, in order} */
    public List<Moment> history() {
        return store.changesAfter(0).stream().map(Moment::of).toList();
    }

    /** {@return every list that was answered so far, in order, and what it was a list of at that moment} */
    public List<Look> looks() {
        return store.looks();
    }

    /** Forgets all history: watches and lists that began earlier get 410 when they come back. */
    public void compact() {
        store.compact();
    }

    /**
     * From now on lists of a version are answered with what there is now, and refused where the version is newer, as by a replica whose cache
     * lags; lists without a version and watches are not behind.
     */
    public void stopCache() {
        store.stopCache();
    }

    /** {@return what can become of open watches} */
    public Watches watches() {
        return front.watches;
    }

    /** {@return tokens of service accounts} */
    public FakeTokens tokens() {
        return tokens;
    }

    /**
     * Lets requests fail until {@link #heal}.
     *
     * @param prefix of method and path; the method of watches is {@code WATCH}
     */
    public void fail(String prefix, Failure failure) {
        fail(prefix, failure, Integer.MAX_VALUE);
    }

    /** Lets the next requests fail whose method and path begin with that. */
    public void fail(String prefix, Failure failure, int times) {
        front.troubles.add(prefix, failure, times);
    }

    /** Ends all failures. */
    public void heal() {
        front.troubles.heal();
    }

    /** Takes no request with that token any more, as of a process that has ended: each gets the end of its connection. */
    public void cutOff(String token) {
        front.cutOff.add(token);
    }

    /** Ends all connections and refuses new ones. */
    public void refuseConnections() {
        listener.refuse();
    }

    /** Takes connections again. */
    public void acceptConnections() {
        listener.accept();
    }

    /** {@return all requests so far whose method and path begin with that, in order} */
    public List<String> requests(String prefix) {
        return front.requests.stream()
                .map(Request::toString)
                .filter(request -> request.startsWith(prefix))
                .toList();
    }

    /** {@return the requests so far that would change something} */
    public List<String> writes() {
        return front.requests.stream()
                .filter(Request::isWrite)
                .map(Request::toString)
                .toList();
    }

    /** Forgets all requests so far. */
    public void forgetRequests() {
        front.requests.clear();
    }

    @Override
    public void close() {
        heal();
        watches().end();
        listener.close();
    }

    private Target target(String path) {
        return Target.parse(path, discovery.kinds);
    }
}
