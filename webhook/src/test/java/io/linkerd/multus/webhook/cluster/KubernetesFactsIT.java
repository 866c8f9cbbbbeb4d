// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import okhttp3.Interceptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class KubernetesFactsIT {
    private static final String NAMESPACES = "/api/v1/namespaces/";
    private static final String ATTACHMENTS = "/apis/k8s.cni.cncf.io/v1/network-attachment-definitions";
    private static final String ATTACHMENT_OF_SHOP =
            "/apis/k8s.cni.cncf.io/v1/namespaces/shop/network-attachment-definitions/linkerd-cni";
    private static final String CONSTRAINTS = "/apis/security.openshift.io/v1/securitycontextconstraints/";
    private static final String OPTED_IN = "{metadata: {annotations: {'linkerd.io/multus': 'enabled'}}}";

    private final FakeApiServer api = FakeApiServer.plain();
    private final AtomicReference<Interceptor> onTheWay =
            new AtomicReference<>(chain -> chain.proceed(chain.request()));
    private final AtomicLong nanos = new AtomicLong();
    private final ClusterMemory memory;
    private final KubernetesFacts facts;

    KubernetesFactsIT() {
        var builder = new ClientBuilder().setBasePath(api.url());
        ApiClient client = builder.build();
        client.setHttpClient(client.getHttpClient()
                .newBuilder()
                .addInterceptor(chain -> onTheWay.get().intercept(chain))
                .build());
        var clocks = new Clocks(InstantSource.system(), nanos::get);
        var metrics = new SimpleMeterRegistry();
        var transport = new OkHttpTransport(builder, client);
        memory = new ClusterMemory(transport, AttachmentScope.PER_NAMESPACE, clocks, metrics);
        facts = new KubernetesFacts(transport, memory, clocks, metrics);
    }

    @AfterEach
    void close() {
        memory.close();
        api.close();
    }

    /** As many as there were connections to the port, to which everybody has a way. */
    @Test
    void strangersHaveNoMoreQuestionsAskedAtOnceThanAnApiServerBears() throws Exception {
        int many = 200;
        int places = 32;
        // Loads classes and connects, for which the time of the others is too short.
        facts.until(patient()).namespace("first");
        var begun = new CountDownLatch(many);
        var full = new CountDownLatch(places);
        var open = new AtomicInteger();
        var most = new AtomicInteger();
        onTheWay.set(chain -> {
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
            full.countDown();
            try {
                begun.await();
                full.await();
                return chain.proceed(chain.request());
            } catch (InterruptedException e) {
                throw new InterruptedIOException(e.getMessage());
            } finally {
                open.decrementAndGet();
            }
        });
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var asking = IntStream.range(0, many)
                    .<Callable<Lookup<NamespaceMarks>>>mapToObj(i -> () -> {
                        begun.countDown();
                        return facts.until(patient()).namespace("made-up-" + i);
                    })
                    .toList();
            for (var each : threads.invokeAll(asking)) {
                // What it is depends on the machine: the last ones have a place in time only where it is fast.
                each.get();
            }
        }

        assertThat(most).hasValue(places);
    }

    /** A token that could not be read was an error of ours, and a pod's whose namespace was known was refused for it. */
    @Test
    void aQuestionThatCannotBePutIsOneWithoutAnAnswer() {
        api.put(NAMESPACES + "shop", OPTED_IN);
        assertThat(isOptedIn("shop")).isTrue();
        onTheWay.set(_ -> {
            throw new IllegalStateException("the token cannot be read");
        });
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());

        assertThat(isOptedIn("shop")).isTrue();
        assertThat(facts.until(patient()).namespace("other")).isInstanceOf(Lookup.Unknown.class);
    }

    private boolean isOptedIn(String namespace) {
        return facts.until(patient())
                .namespace(namespace)
                .equals(new Lookup.Found<>(NamespaceMarks.of(Map.of(Linkerd.MULTUS, Linkerd.ENABLED), Map.of())));
    }

    /** Lists were answered with 500 for hours, and pods were attached to what had long been deleted. */
    @Test
    void anAttachmentThatIsGoneIsNotThereWhileAttachmentsCannotBeFollowed() {
        followAttachmentOf("shop");
        loseTheWatch(Failure.status(500));

        assertThat(facts.until(patient()).attachment("shop")).isEqualTo(new Lookup.Found<>(true));
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        api.remove(ATTACHMENT_OF_SHOP);

        assertThat(facts.until(patient()).attachment("shop")).isEqualTo(new Lookup.Absent<>());
    }

    @Test
    void anAttachmentIsThereWhileTheApiServerIsAwayAndNotEachPodWaitsForIt() {
        followAttachmentOf("shop");
        loseTheWatch(Failure.status(500));
        var question = "GET " + ATTACHMENT_OF_SHOP;
        api.fail(question, Failure.status(503));

        for (int pod = 0; pod < 100; pod++) {
            assertThat(facts.until(patient()).attachment("shop")).isEqualTo(new Lookup.Found<>(true));
        }

        assertThat(api.requests(question)).hasSize(1);
    }

    /** There was no more of it than a line at DEBUG for each. */
    @Test
    void anOutageOfConstraintsIsALineAtWarn() {
        var logger = (Logger) LoggerFactory.getLogger(Outage.class);
        var log = new ListAppender<ILoggingEvent>();
        log.start();
        logger.addAppender(log);
        api.fail("GET /apis/security.openshift.io", Failure.status(429));
        try {
            for (int pod = 0; pod < 10; pod++) {
                facts.until(patient()).constraints("team-" + pod);
            }
        } finally {
            logger.detachAppender(log);
        }

        assertThat(log.list).singleElement().extracting(ILoggingEvent::getLevel).isEqualTo(Level.WARN);
    }

    /** They were known here, and never asked for: user ids were chosen that the edited ones refuse. */
    @Test
    void constraintsOfOpenShiftThatAnAdministratorEditedCountAsTheyAre() {
        api.define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
        api.put(
                CONSTRAINTS + "restricted-v2",
                "{runAsUser: {type: 'MustRunAs', uid: 5000}, seccompProfiles: ['runtime/default']}");

        assertThat(facts.remembered().constraints("restricted-v2")).isInstanceOf(Lookup.Unknown.class);
        assertThat(facts.until(patient()).constraints("restricted-v2"))
                .isEqualTo(new Lookup.Found<>(new SccRules(
                        new SccRunAsUser(
                                SccRunAsUser.MUST_RUN_AS,
                                OptionalLong.of(5000),
                                OptionalLong.empty(),
                                OptionalLong.empty()),
                        true)));
        assertThat(facts.remembered().constraints("restricted-v2")).isInstanceOf(Lookup.Found.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 429, 500})
    void constraintsOfOpenShiftCountAsDeliveredWhereTheyCannotBeRead(int status) {
        api.fail("GET " + CONSTRAINTS, Failure.status(status));

        assertThat(facts.until(patient()).constraints("nonroot-v2"))
                .isEqualTo(new Lookup.Found<>(SccRules.ofDefault("nonroot-v2").orElseThrow()));
    }

    /** Each pod of the cluster waited for 1.5 s, and each asked, though what OpenShift delivers was known. */
    @Test
    void whileTheApiServerIsAwayOnePodASecondWaitsForConstraintsOfOpenShift() {
        api.fail("GET " + CONSTRAINTS, Failure.status(500));
        var delivered = new Lookup.Found<>(SccRules.ofDefault("nonroot-v2").orElseThrow());

        for (int pod = 0; pod < 10; pod++) {
            assertThat(facts.until(patient()).constraints("nonroot-v2")).isEqualTo(delivered);
        }
        assertThat(api.requests("GET " + CONSTRAINTS)).hasSize(1);
        assertThat(facts.remembered().constraints("nonroot-v2")).isEqualTo(delivered);

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(facts.until(patient()).constraints("nonroot-v2")).isEqualTo(delivered);
        assertThat(api.requests("GET " + CONSTRAINTS)).hasSize(2);
    }

    /** What an administrator has edited counts before what OpenShift delivers, however long ago it was read. */
    @Test
    void constraintsThatWereReadOnceCountBeforeDeliveredOnes() {
        api.define("security.openshift.io/v1", "securitycontextconstraints", "SecurityContextConstraints", false);
        api.put(CONSTRAINTS + "nonroot-v2", "{runAsUser: {type: 'MustRunAs', uid: 5000}}");
        var edited = facts.until(patient()).constraints("nonroot-v2");
        nanos.addAndGet(Duration.ofHours(1).toNanos());
        api.fail("GET " + CONSTRAINTS, Failure.status(500));

        assertThat(facts.until(patient()).constraints("nonroot-v2"))
                .isEqualTo(edited)
                .isNotEqualTo(
                        new Lookup.Found<>(SccRules.ofDefault("nonroot-v2").orElseThrow()));
    }

    private void followAttachmentOf(String namespace) {
        api.define("k8s.cni.cncf.io/v1", "network-attachment-definitions", "NetworkAttachmentDefinition", true);
        api.put(ATTACHMENT_OF_SHOP, "{spec: {config: '{}'}}");
        memory.start();
        await().until(memory::followsAttachments);
        assertThat(facts.until(patient()).attachment(namespace)).isEqualTo(new Lookup.Found<>(true));
        assertThat(api.requests("GET " + ATTACHMENT_OF_SHOP)).isEmpty();
    }

    private void loseTheWatch(Failure failure) {
        api.fail("GET " + ATTACHMENTS, failure);
        api.fail("WATCH " + ATTACHMENTS, failure);
        api.watches().end();
        await().until(() -> !memory.followsAttachments());
    }

    private static Deadline patient() {
        return Deadline.in(Duration.ofMinutes(1), () -> 0);
    }
}
