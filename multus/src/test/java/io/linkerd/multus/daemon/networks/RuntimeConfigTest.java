// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuntimeConfigTest {
    private static final String RUNTIMES =
            "{\"portMappings\":[{\"hostPort\":1}],\"mac\":\"\",\"ips\":[],\"bandwidth\":null,\"dns\":{ \"searches\":[\"x\"] }}";

    @Test
    void theFirstNetworkIsToldWhatTheRuntimeTellsAndNothingElse() {
        var told = node().defaultNetwork(
                        "[{\"name\":\"net1\",\"namespace\":\"shop\",\"mac\":\"00:00:5e:00:53:01\",\"deviceID\":\"d\"}]")
                .delegate(0);

        assertThat(told.runtimeConfig().values())
                .containsExactly(
                        Map.entry("portMappings", "[{\"hostPort\":1}]"), Map.entry("dns", "{ \"searches\":[\"x\"] }"));
        assertThat(told.mac()).contains("00:00:5e:00:53:01");
    }

    @Test
    void otherNetworksAreToldWhatThePodAsksForToo() {
        var told = node().networks("""
                        [{"name":"net1","portMappings":[{"hostPort":2,"containerPort":3}],"bandwidth":{"egressRate":4},"ips":["10.0.0.1/8","::1"],
                          "mac":"00:00:5e:00:53:01","infiniband-guid":"02:00:5e:10:00:00:00:01","interface":"data","deviceID":"a/b"}]""").delegate(1);

        assertThat(told.runtimeConfig().values())
                .containsExactly(
                        Map.entry("portMappings", "[{\"hostPort\":2,\"containerPort\":3}]"),
                        Map.entry("dns", "{ \"searches\":[\"x\"] }"),
                        Map.entry(
                                "bandwidth",
                                "{\"ingressRate\":0,\"ingressBurst\":0,\"egressRate\":4,\"egressBurst\":0}"),
                        Map.entry("ips", "[\"10.0.0.1/8\",\"::1\"]"),
                        Map.entry("mac", "\"00:00:5e:00:53:01\""),
                        Map.entry("infinibandGUID", "\"02:00:5e:10:00:00:00:01\""),
                        Map.entry("deviceID", "\"a/b\""),
                        Map.entry("CNIDeviceInfoFile", "\"/var/run/k8s.cni.cncf.io/devinfo/cni/shop-net1-c1_data\""));
        assertThat(told.ips()).containsExactly("10.0.0.1/8", "::1");
    }

    @Test
    void aDeviceOfTheRuntimeIsDescribedInAFileToo() {
        var told = new Planned()
                .file("/etc/cni/net.d/10-main.conf", "{\"name\":\"main\",\"type\":\"t\"}")
                .runtimeConfig("{\"deviceID\":\"d\",\"CNIDeviceInfoFile\":\"old\"}")
                .delegate(0);

        assertThat(told.runtimeConfig().values())
                .containsEntry("CNIDeviceInfoFile", "\"/var/run/k8s.cni.cncf.io/devinfo/cni/main-c1_eth0\"");
    }

    @Test
    void isAnObjectOrNothing() {
        assertThat(RuntimeConfig.read("null")).isEqualTo(new Result.Ok<>(RuntimeConfig.NONE));
        assertThat(RuntimeConfig.read("[]")).isInstanceOf(Result.Not.class);
        assertThat(RuntimeConfig.read("{")).isInstanceOf(Result.Not.class);
        assertThat(RuntimeConfig.read("{\"a\":1,\"a\":null}")).isEqualTo(new Result.Ok<>(RuntimeConfig.NONE));
    }

    private static Planned node() {
        return new Planned()
                .file("/etc/cni/net.d/10-main.conf", "{\"name\":\"main\",\"type\":\"t\"}")
                .definition("shop", "net1", "{\"type\":\"t\"}")
                .runtimeConfig(RUNTIMES);
    }
}
