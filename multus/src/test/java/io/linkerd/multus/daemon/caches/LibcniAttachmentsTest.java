// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import static io.linkerd.multus.contracts.cases.Cases.anyBytes;
import static io.linkerd.multus.contracts.cases.Cases.property;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.requests.CniArgument;
import io.linkerd.multus.daemon.results.CniResult;
import io.linkerd.multus.daemon.results.JsonTree;
import io.linkerd.multus.daemon.results.ResultVersion;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file is what libcni 1.3.0 wrote, and what we write is what it was seen to read. */
class LibcniAttachmentsTest {
    private static final AttachmentKey KEY = new AttachmentKey("primary", "c1", "eth0");

    @Test
    void readsTheAttachmentThatLibcniKept() throws IOException {
        var attachment = attachment(UpstreamFiles.bytes("libcni-1.3.0-attachment.json"));

        assertThat(attachment.key()).isEqualTo(KEY);
        assertThat(attachment.configuration())
                .startsWith("{\"cniVersion\":\"1.0.0\"")
                .contains("\"dataDir\":\"/d\"");
        assertThat(attachment.networkNamespace()).isEqualTo("/n");
        assertThat(attachment.arguments())
                .containsExactly(new CniArgument("IgnoreUnknown", "true"), new CniArgument("K8S_POD_NAME", "p"));
        assertThat(attachment.capabilityArguments()).isEqualTo("{\"portMappings\":[{\"hostPort\":80}]}");
        assertThat(attachment.result().map(CniResult::version)).isEqualTo(new Result.Ok<>(ResultVersion.V1_0_0));
    }

    @Test
    void writesAnAttachmentAsLibcniDoes() throws IOException {
        var file = UpstreamFiles.bytes("libcni-1.3.0-attachment.json");

        assertThat(JsonTree.of(AttachmentText.of(attachment(file)))).isEqualTo(JsonTree.of(new String(file, UTF_8)));
    }

    @Test
    void readsTheResultOfAnOldLibcni() {
        var result = "{\"cniVersion\":\"0.4.0\",\"interfaces\":[{\"name\":\"eth0\"}],\"dns\":{}}";
        var attachment = attachment(result.getBytes(UTF_8));

        assertThat(attachment.key()).isEqualTo(KEY);
        assertThat(attachment.configuration()).isEmpty();
        assertThat(attachment.result().map(CniResult::json)).isEqualTo(new Result.Ok<>(result));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '$', textBlock = """
        "result":{"cniVersion":"9.0.0"} | results of version "9.0.0" are not known
        "other":1                       | no result was kept
        """)
    void readsTheConfigurationBesideAResultThatIsNone(String member, String reason) {
        assertThat(attachment(withMember(member)).result()).isEqualTo(new Result.Not<>(reason));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '$', textBlock = """
        "cniArgs":[["a"]]         | cniArgs[0] is no pair of texts
        "cniArgs":[["a","b"],[1,"a","b"]] | cniArgs[1] is no pair of texts
        "capabilityArgs":[]       | capabilityArgs is no object
        "ifName":""               | it does not say network, container and interface
        "config":"%"              | the configuration is no text in Base64
        """)
    void saysWhatIsWrongWithAnAttachment(String member, String reason) {
        var read = AttachmentText.read(withMember(member), KEY);

        assertThat(read instanceof Result.Not<CachedAttachment>(var why) ? why : "")
                .isEqualTo(reason);
    }

    @Test
    void saysWhereATornFileEnds() throws IOException {
        var file = UpstreamFiles.bytes("libcni-1.3.0-attachment.json");
        for (int length = 0; length < file.length; length++) {
            assertThat(AttachmentText.read(Arrays.copyOf(file, length), KEY)).isInstanceOf(Result.Not.class);
        }
    }

    @Test
    void readsAnyBytesWithoutFailing() {
        property().forAll(anyBytes()).checkAssert(bytes -> {
            assertThat(AttachmentText.read(bytes, KEY)).isNotNull();
            assertThat(AttachmentText.readKey(bytes)).isNotNull();
        });
    }

    @Test
    void readsTheAttachmentThatItWrites() {
        property().forAll(RandomNetworks.attachments()).checkAssert(attachment -> {
            assertThat(AttachmentText.read(AttachmentText.of(attachment).getBytes(UTF_8), KEY))
                    .isEqualTo(new Result.Ok<>(attachment));
            assertThat(AttachmentText.readKey(AttachmentText.of(attachment).getBytes(UTF_8)))
                    .isEqualTo(new Result.Ok<>(attachment.key()));
        });
    }

    private static byte[] withMember(String member) {
        return ("{\"kind\":\"cniCacheV1\",\"containerId\":\"c1\",\"config\":\"e30=\",\"ifName\":\"eth0\",\"networkName\":\"primary\","
                        + member + "}")
                .getBytes(UTF_8);
    }

    private static CachedAttachment attachment(byte[] file) {
        return AttachmentText.read(file, KEY).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }
}
