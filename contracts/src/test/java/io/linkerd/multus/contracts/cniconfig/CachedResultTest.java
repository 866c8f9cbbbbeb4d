// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.cniconfig;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CachedResultTest {
    private static final String PRISTINE =
            "{\"cniVersion\":\"1.0.0\", \"name\":\"ñ\",\"plugins\":[{\"type\":\"bridge\"}, {\"type\":\"portmap\"}]}\n";
    private static final String CHAINED =
            PRISTINE.replace("]}", ", {\"type\":\"linkerd-cni\",\"log_level\":\"info\"}]}");

    /** CRI-O tore pods down by it: the plugin was gone, so the network's own was never called, and addresses leaked. */
    @Test
    void namesOurPluginNoMoreAndKeepsEveryOtherByte() {
        assertThat(CachedResult.withoutLinkerd(cached(CHAINED))).hasValue(cached(PRISTINE));
    }

    /** Multus went on to nothing else of the network whose list named the plugin, and its errors are never tried again. */
    @Test
    void namesOurPluginNoMoreInWhatMultusKeepsOfAPod() {
        var single = "{\"Name\":\"linkerd-cni\",\"Bytes\":\"" + encoded("{\"type\":\"linkerd-cni\"}") + "\"}";
        var before = "[{\"ConfList\":{\"name\":\"n\"},\"Bytes\":\"" + encoded(CHAINED) + "\"}, " + single + "]";

        assertThat(CachedResult.withoutLinkerd(before)).hasValue(before.replace(encoded(CHAINED), encoded(PRISTINE)));
    }

    @Test
    void findsNothingToChangeTwice() {
        assertThat(CachedResult.withoutLinkerd(cached(PRISTINE))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "[7, {\"Bytes\":7}, {\"Bytes\":null}]",
                "{\"kind\":\"cniCacheV1\"}",
                "{\"kind\":\"cniCacheV1\",\"config\":7}",
                "{\"kind\":\"cniCacheV1\",\"config\":\"no base64\"}",
                "{\"kind\":\"cniCacheV1\",\"config\":\"e30=\"}",
                "{\"cniVersion\":\"0.3.1\",\"ips\":[]}"
            })
    void leavesWhatIsNoCacheOfAList(String text) {
        assertThat(CachedResult.withoutLinkerd(text)).isEmpty();
    }

    @Test
    void leavesAListOfNothingButOurPlugin() {
        assertThat(CachedResult.withoutLinkerd(cached("{\"name\":\"n\",\"plugins\":[{\"type\":\"linkerd-cni\"}]}")))
                .isEmpty();
    }

    @Test
    void leavesAnotherKindAndWhatIsNotInUtf8() {
        assertThat(CachedResult.withoutLinkerd(cached(CHAINED).replace("cniCacheV1", "cniCacheV2")))
                .isEmpty();
        var latin = Base64.getEncoder().encodeToString(CHAINED.getBytes(ISO_8859_1));
        assertThat(CachedResult.withoutLinkerd("{\"kind\":\"cniCacheV1\",\"config\":\"" + latin + "\"}"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "xy", "xyz", "xyzx"})
    void knowsThePluginsNameHoweverItIsEncoded(String before) {
        assertThat(CachedResult.namesLinkerd(before + "linkerd-cni")).isTrue();
        assertThat(CachedResult.namesLinkerd("{\"config\":\"" + encoded(before + "linkerd-cni\"}")))
                .isTrue();
        assertThat(CachedResult.namesLinkerd(encoded(before + "linkerx-cni"))).isFalse();
        assertThat(CachedResult.namesLinkerd(cached(PRISTINE))).isFalse();
    }

    @Test
    void readsNoMoreThanWhatFitsIntoTheMemoryOfAProcessOnEachNode() {
        assertThat(CachedResult.isUnreadable(cached(CHAINED))).isFalse();
        assertThat(CachedResult.isUnreadable(" ".repeat(256 << 10) + cached(CHAINED)))
                .isTrue();
        assertThat(CachedResult.isUnreadable("{")).isTrue();
    }

    private static String encoded(String list) {
        return Base64.getEncoder().encodeToString(list.getBytes(UTF_8));
    }

    /** As libcni 1.3 writes it. */
    private static String cached(String list) {
        return "{\"kind\":\"cniCacheV1\",\"containerId\":\"pod1\",\"config\":\""
                + encoded(list)
                + "\",\"ifName\":\"eth0\",\"networkName\":\"n\",\"netns\":\"/run/netns/x\",\"cniArgs\":[[\"K8S_POD_NAME\",\"web\"]],"
                + "\"result\":{\"cniVersion\":\"1.0.0\",\"ips\":[{\"address\":\"10.1.0.5/24\"}]}}";
    }
}
