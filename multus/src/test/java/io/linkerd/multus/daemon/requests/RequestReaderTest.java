// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestReaderTest {
    private static final String ARGS = "IgnoreUnknown=1;K8S_POD_NAMESPACE=shop;K8S_POD_NAME=till.a;K8S_POD_UID=u;X=1";
    private static final String ENV = "\"PATH\":\"/bin\",\"CNI_COMMAND\":\"ADD\",\"CNI_CONTAINERID\":\"c\","
            + "\"CNI_NETNS\":\"/var/run/netns/x\",\"CNI_IFNAME\":\"eth1\",\"CNI_PATH\":\"/p\",\"CNI_ARGS\":\"" + ARGS
            + "\"";
    private static final String CONFIG = "{\"name\":\"ü\"}";
    private static final String ERRORED =
            "ContainerID:\"c\" Netns:\"/var/run/netns/x\" IfName:\"eth1\" Args:\"" + ARGS + "\" Path:\"\" ERRORED: ";

    @ParameterizedTest
    @EnumSource(
            value = CniCommand.class,
            names = {"ADD", "DEL", "CHECK"})
    void readsACommandAboutAContainer(CniCommand command) {
        var request = ofContainer(body(ENV.replace("ADD", command.name())));

        assertThat(request.command()).isEqualTo(command);
        assertThat(request.containerId()).isEqualTo(new ContainerId("c"));
        assertThat(request.networkNamespace()).isEqualTo("/var/run/netns/x");
        assertThat(request.interfaceName()).isEqualTo(new InterfaceName("eth1"));
        assertThat(request.args().podNamespace()).isEqualTo("shop");
        assertThat(request.args().podName()).isEqualTo("till.a");
        assertThat(request.args().extra()).containsExactly(new CniArgument("X", "1"));
        assertThat(request.config()).isEqualTo(CONFIG);
        assertThat(request.attributes()).isEqualTo(InterfaceAttributes.NONE);
    }

    @Test
    void theInterfaceIsTheUsualOneWhereNoneIsSaid() {
        assertThat(ofContainer(body(ENV.replace("CNI_IFNAME", "X"))).interfaceName())
                .isEqualTo(new InterfaceName("eth0"));
    }

    @Test
    void theNetworkNamespaceMayBeGone() {
        assertThat(ofContainer(body(ENV.replace("/var/run/netns/x", ""))).networkNamespace())
                .isEmpty();
        assertThat(ofContainer(body(ENV.replace("\"/var/run/netns/x\"", "null")))
                        .networkNamespace())
                .isEmpty();
    }

    /** Upstream's before 4.3 asked for a pod, so that both always failed. */
    @ParameterizedTest
    @EnumSource(Endpoint.class)
    void aCommandAboutANetworkNeedsNothingElse(Endpoint endpoint) {
        assertThat(read("{\"env\":{\"CNI_COMMAND\":\"STATUS\"},\"config\":\"e30=\"}", endpoint))
                .isEqualTo(new RequestReading.Read(new CniRequest.OfNetwork(CniCommand.STATUS, "{}")));
        assertThat(read("{\"env\":{\"CNI_COMMAND\":\"GC\"}}", Endpoint.CNI))
                .isEqualTo(new RequestReading.Read(new CniRequest.OfNetwork(CniCommand.GC, "")));
    }

    @Test
    void readsWhatAnInterfaceIsAskedFor() {
        var attributes =
                "\"interfaceAttributes\":{\"ips\":[\"10.0.0.2/24\"],\"mac\":\"c2:b0:57:49:47:f1\",\"cni-args\":{"
                        + " \"a\":1.0 }}";

        assertThat(ofContainer(body(ENV, attributes)).attributes())
                .isEqualTo(new InterfaceAttributes(
                        List.of("10.0.0.2/24"), Optional.of("c2:b0:57:49:47:f1"), Optional.of("{ \"a\":1.0 }")));
        assertThat(ofContainer(body(ENV, "\"interfaceAttributes\":{\"mac\":\"\",\"ips\":null}"))
                        .attributes())
                .isEqualTo(InterfaceAttributes.NONE);
        assertThat(ofContainer(body(ENV, "\"interfaceAttributes\":null")).attributes())
                .isEqualTo(InterfaceAttributes.NONE);
    }

    @Test
    void readsKeysAsGoDoes() {
        var request = ofContainer("{\"ENV\":{\"CNI_COMMAND\":\"DEL\"},\"env\":{" + ENV
                + "},\"config\":\"AAAA\",\"Config\":\"" + base64(CONFIG) + "\",\"config\":null,\"more\":[]}");

        assertThat(request.command()).isEqualTo(CniCommand.ADD);
        assertThat(request.config()).isEqualTo(CONFIG);
    }

    @Test
    void linesOfBase64MayBeBroken() {
        assertThat(ofContainer("{\"env\":{" + ENV + "},\"config\":\"e3\\r\\n0=\\n\"}")
                        .config())
                .isEqualTo("{}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                            | unexpected or missing CNI_COMMAND",
                "null                          | unexpected or missing CNI_COMMAND",
                "{\"env\":7}                   | unexpected or missing CNI_COMMAND",
                "{\"env\":{\"cni_command\":\"ADD\"}} | unexpected or missing CNI_COMMAND",
                "{\"env\":{\"CNI_COMMAND\":\"ADD\"}} | missing CNI_CONTAINERID",
                "{\"env\":{\"CNI_COMMAND\":\"x\"}}   | missing CNI_CONTAINERID",
                "{\"env\":{\"CNI_COMMAND\":\"DEL\",\"CNI_CONTAINERID\":\"c\"}} | missing CNI_NETNS",
                "{\"env\":{\"CNI_COMMAND\":\"DEL\",\"CNI_CONTAINERID\":\"c\",\"CNI_NETNS\":\"\"}} | missing CNI_ARGS"
            })
    void saysWhatIsMissingInUpstreamsWords(String body, String reason) {
        assertThat(refusal(body))
                .isEqualTo(new RequestRefusal.Plain("could not extract the CNI command args: " + reason));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"X=1=2 | invalid CNI_ARG 'X=1=2'", "K8S_POD_NAMESPACE=a | missing K8S_POD_NAME"})
    void saysWhatIsWrongWithThePodInUpstreamsWords(String args, String reason) {
        assertThat(refusal(body(ENV.replace(ARGS, args))))
                .isEqualTo(new RequestRefusal.Plain("could not extract the kubernetes runtime args: " + reason));
    }

    @ParameterizedTest
    @ValueSource(strings = {"VERSION", "add", "", "ADD "})
    void knowsNoOtherCommand(String command) {
        assertThat(refusal(body(ENV.replace("\"ADD\"", "\"" + command + "\""))))
                .isEqualTo(new RequestRefusal.Plain(ERRORED + "unknown cmd type: " + command));
    }

    @Test
    void collectsNothingForOneNetworkOfAPod() {
        var none = "ContainerID:\"\" Netns:\"\" IfName:\"\" Args:\"\" Path:\"\" ERRORED: ";

        assertThat(read("{\"env\":{\"CNI_COMMAND\":\"GC\"}}", Endpoint.DELEGATE))
                .isEqualTo(new RequestReading.Refused(new RequestRefusal.Plain(none + "unknown cmd type: GC")));
    }

    @Test
    void needsANameAndANamespace() {
        var args = "K8S_POD_NAMESPACE=;K8S_POD_NAME=p";

        assertThat(refusal(body(ENV.replace(ARGS, args))))
                .isEqualTo(new RequestRefusal.Plain(
                        ERRORED.replace(ARGS, args) + "required CNI variable missing. pod name: p; pod namespace: "));
        assertThat(refusal(body(ENV.replace("till.a", ""))).text())
                .endsWith("required CNI variable missing. pod name: ; pod namespace: shop\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "=shop   | =../x        | CNI_ARGS has a K8S_POD_NAMESPACE that is none | ../x",
                "=shop   | =a.b         | CNI_ARGS has a K8S_POD_NAMESPACE that is none | a.b",
                "till.a  | till_a       | CNI_ARGS has a K8S_POD_NAME that is none | till_a",
                "till.a  | a/b          | CNI_ARGS has a K8S_POD_NAME that is none | a/b",
                ":\"c\"  | :\"../c\"    | CNI_CONTAINERID has invalid characters | ../c",
                "eth1    | a/b          | CNI_IFNAME has a slash, a colon, a blank, or what is no text | a/b",
                "eth1    | ..           | CNI_IFNAME names a folder | ..",
                "netns/x | netns\\u0000 | CNI_NETNS has a NUL | /var/run/netns\\u0000",
                "netns/x | netns\\ud800 | CNI_NETNS is no path | /var/run/netns\\ud800",
                ":\"ADD\" | :\"A\\u0000\" | CNI_COMMAND has a NUL | A\\u0000"
            })
    void refusesWhatCanBeNoNameByTheSpecificationsCode(String before, String after, String message, String value) {
        assertThat(refusal(body(ENV.replace(before, after))))
                .isEqualTo(new RequestRefusal.Coded(new CniError(4, message, "\"" + value + "\"")));
    }

    @Test
    void refusesAVariableThatNoProgramCanHave() {
        var longest = "X=" + "x".repeat((128 << 10) - 1 - ARGS.length() - 3);

        assertThat(ofContainer(body(ENV.replace(ARGS, ARGS + ";" + longest)))
                        .args()
                        .text())
                .hasSize((128 << 10) - 1);
        assertThat(refusal(body(ENV.replace(ARGS, ARGS + ";x" + longest))))
                .isInstanceOfSatisfying(
                        RequestRefusal.Coded.class,
                        coded -> assertThat(coded.error().message()).isEqualTo("CNI_ARGS is longer than 131071 bytes"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                  | line 1, column 1: nothing there",
                "{                                   | line 1, column 2: nothing follows, and the object that begins in line 1, column 1 has no end",
                "[]                                  | it is not an object",
                "7                                   | it is not an object",
                "true                                | it is not an object",
                "\"x\"                               | it is not an object",
                "{\"config\":7}                      | config is not a text",
                "{\"config\":\"!\"}                  | config is not in Base64",
                "{\"config\":\"/w==\"}               | config is not UTF-8",
                "{\"interfaceAttributes\":[]}        | interfaceAttributes is not an object",
                "{\"interfaceAttributes\":{\"ips\":7}} | interfaceAttributes.ips is not a list of texts",
                "{\"interfaceAttributes\":{\"ips\":[7]}} | interfaceAttributes.ips is not a list of texts",
                "{\"interfaceAttributes\":{\"mac\":7}} | interfaceAttributes.mac is not a text",
                "{\"interfaceAttributes\":{\"cni-args\":[]}} | interfaceAttributes.cni-args is not an object"
            })
    void saysWhyABodyCannotBeRead(String body, String reason) {
        assertThat(refusal(body)).isEqualTo(new RequestRefusal.Plain("cannot read the request: " + reason));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "{}", "[]", "true"})
    void everyVariableIsAText(String value) {
        assertThat(refusal(body(ENV.replace("\"/var/run/netns/x\"", value))))
                .isEqualTo(new RequestRefusal.Plain("env.CNI_NETNS is not a text"));
        assertThat(ofContainer(body(ENV.replace("\"/bin\"", value))).command()).isEqualTo(CniCommand.ADD);
    }

    @Test
    void refusesABodyThatIsTooLongOrInAnotherEncoding() {
        assertThat(read(new byte[RequestReader.LONGEST + 1]))
                .isEqualTo(new RequestReading.Refused(
                        new RequestRefusal.Plain("cannot read the request: the request is longer than 4194304 bytes")));
        assertThat(read(new byte[RequestReader.LONGEST])).isInstanceOf(RequestReading.Refused.class);
        assertThat(read("{\"a\":\"ü\"}".getBytes(ISO_8859_1)))
                .isEqualTo(new RequestReading.Refused(
                        new RequestRefusal.Plain("cannot read the request: it is not UTF-8")));
    }

    @Test
    void anErrorIsToldBehindWhatWasAsked() {
        var add = ofContainer(body(ENV));
        var del = ofContainer(body(ENV.replace("ADD", "DEL")));

        assertThat(add.errored("x")).isEqualTo(ERRORED + "error configuring pod [shop/till.a] networking: x");
        assertThat(add.refused("x")).isEqualTo(new RequestRefusal.Plain(add.errored("x")));
        assertThat(del.errored("x")).isEqualTo(ERRORED + "x");
    }

    /** Upstream loses the code of a plugin's error on ADD, so that a runtime cannot tell what to try again. */
    @Test
    void anErrorsCodeReachesTheRuntime() {
        var error = new CniError(CniError.TRY_AGAIN_LATER, "m", "d");
        var add = ofContainer(body(ENV));
        var status = new CniRequest.OfNetwork(CniCommand.STATUS, "{}");

        assertThat(add.refused(error)).isEqualTo(new RequestRefusal.Coded(new CniError(11, add.errored("m"), "d")));
        assertThat(status.refused(error)).isEqualTo(new RequestRefusal.Coded(error));
        assertThat(status.errored("x"))
                .isEqualTo("ContainerID:\"\" Netns:\"\" IfName:\"\" Args:\"\" Path:\"\" ERRORED: x");
    }

    @Test
    void aRefusalIsSentAsUpstreamSendsIt() {
        var plain = new RequestRefusal.Plain("ü");
        var coded = new RequestRefusal.Coded(new CniError(7, "ü"));

        assertThat(RequestRefusal.STATUS).isEqualTo(400);
        assertThat(plain.contentType()).isEqualTo("text/plain; charset=utf-8");
        assertThat(plain.body()).isEqualTo("ü\n".getBytes(UTF_8));
        assertThat(coded.contentType()).isEqualTo("application/json");
        assertThat(coded.body()).isEqualTo("{\"code\":7,\"msg\":\"ü\"}".getBytes(UTF_8));
    }

    private static String body(String env, String... more) {
        return "{\"env\":{" + env + "},\"config\":\"" + base64(CONFIG) + "\""
                + (more.length == 0 ? "" : "," + String.join(",", more)) + "}";
    }

    private static CniRequest.OfContainer ofContainer(String body) {
        return switch (read(body, Endpoint.DELEGATE)) {
            case RequestReading.Read(CniRequest.OfContainer request) -> request;
            case RequestReading other -> throw new AssertionError(other.toString());
        };
    }

    private static RequestRefusal refusal(String body) {
        return switch (read(body, Endpoint.CNI)) {
            case RequestReading.Refused(var refusal) -> refusal;
            case RequestReading.Read(var request) -> throw new AssertionError(request.toString());
        };
    }

    private static RequestReading read(String body, Endpoint endpoint) {
        return RequestReader.read(body.getBytes(UTF_8), endpoint);
    }

    private static RequestReading read(byte[] body) {
        return RequestReader.read(body, Endpoint.CNI);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }
}
