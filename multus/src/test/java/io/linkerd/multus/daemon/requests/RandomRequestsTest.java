// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.longs;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.daemon.config.DaemonConfigReading;
import io.linkerd.multus.daemon.config.NetConf;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Whatever a request is, it has an answer: a value, an error of the CNI specification, or words that say what is wrong. */
class RandomRequestsTest {
    private static final int REQUESTS = Integer.getInteger("requests", 10_000);

    /** Every variable is repeated, escaped, and each is as long as Linux allows. */
    private static final int LONGEST_REFUSAL = 10 * (128 << 10);

    private static final int LONGEST_REASON = 2_000;

    private static final Path FOLDER = Path.of("/var/lib/cni/multus");

    @Test
    void everyRequestIsReadOrRefusedInWords() {
        var daemon = daemon();
        Set<String> met = new TreeSet<>();

        property().withExamples(REQUESTS).forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var endpoint = random.nextInt(4) == 0 ? Endpoint.DELEGATE : Endpoint.CNI;
            switch (RequestReader.read(new RandomRequests(random).body(), endpoint)) {
                case RequestReading.Read(var request) -> met.add(judge(request, daemon));
                case RequestReading.Refused(var refusal) -> met.add(judge(refusal));
            }
        });

        assertThat(met).containsExactly("coded", "configured", "of a network", "plain", "unconfigured");
    }

    private static String judge(RequestRefusal refusal) {
        assertThat(refusal.body()).hasSizeLessThan(LONGEST_REFUSAL);
        return switch (refusal) {
            case RequestRefusal.Plain(var reason) -> {
                assertThat(reason).isNotBlank();
                assertThat(reason.codePoints())
                        .noneMatch(Character::isISOControl)
                        .noneMatch(each -> Character.getType(each) == Character.SURROGATE);
                yield "plain";
            }
            case RequestRefusal.Coded(var error) -> {
                assertThat(error.code()).isEqualTo(CniError.INVALID_ENVIRONMENT);
                assertThat(error.message()).startsWith("CNI_");
                assertThat(CniError.read(error.json())).hasValue(error);
                yield "coded";
            }
        };
    }

    private static String judge(CniRequest request, DaemonConfig daemon) {
        var conf = daemon.overlay().onto(request.config()).then(NetConf::read);
        switch (conf) {
            case Result.Ok<NetConf>(var read) -> assertThat(read.binDir()).isEqualTo(Path.of("/b"));
            case Result.Not<NetConf>(var reason) ->
                assertThat(reason).isNotBlank().hasSizeLessThan(LONGEST_REASON);
        }
        return switch (request) {
            case CniRequest.OfContainer of -> {
                assertThat(FOLDER.resolve(of.containerId().value()).normalize()).hasParentRaw(FOLDER);
                assertThat(FOLDER.resolve(of.interfaceName().value()).normalize())
                        .hasParentRaw(FOLDER);
                assertThat(of.args().podName()).isNotEmpty();
                yield conf instanceof Result.Ok<NetConf> ? "configured" : "unconfigured";
            }
            case CniRequest.OfNetwork _ -> "of a network";
        };
    }

    private static DaemonConfig daemon() {
        return switch (DaemonConfig.read(
                "{\"cniVersion\":\"1.0.0\",\"multusAutoconfigDir\":\"/d\",\"binDir\":\"/b\"}")) {
            case DaemonConfigReading.Valid(var config) -> config;
            case DaemonConfigReading.Invalid invalid -> throw new AssertionError(invalid.reason());
        };
    }
}
