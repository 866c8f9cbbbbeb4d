// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import static io.linkerd.multus.daemon.server.TestServer.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.daemon.server.UnixClient.Reply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What upstream's clients rely on, byte for byte. */
@Timeout(60)
class RequestServerIT {
    private static final String TEXT = "text/plain; charset=utf-8";

    @TempDir
    private Path parent;

    private TestServer served;

    /** A row of the table of upstream's API. */
    private record Row(String method, String path, int status, String type, String body) {}

    @BeforeEach
    void start() throws Exception {
        served = new TestServer(parent, TestServer.ROOMY);
        served.handler.answer("del", Answer.done());
        served.handler.answer("words", Answer.failed("cannot do that"));
        served.handler.answer("code", Answer.failed(7, "bad \"name\"", "line\n2"));
        served.handler.answer("codealone", Answer.failed(11, "later", ""));
    }

    @AfterEach
    void stop() {
        served.close();
    }

    @Test
    void answersEachRowOfTheApi() throws Exception {
        var rows = List.of(
                new Row("GET", "/cni", 405, TEXT, "Method not allowed\n"),
                new Row("PUT", "/delegate", 405, TEXT, "Method not allowed\n"),
                new Row("DELETE", "/healthz", 405, TEXT, "Method not allowed\n"),
                new Row("PUT", "/readyz", 405, TEXT, "Method not allowed\n"),
                new Row("GET", "/healthz", 200, "", ""),
                new Row("POST", "/healthz", 200, "", ""),
                new Row("GET", "/readyz", 200, "", ""),
                new Row("POST", "/readyz", 200, "", ""),
                new Row("GET", "/", 404, "", ""),
                new Row("POST", "/", 404, "", ""),
                new Row("POST", "/cni/", 404, "", ""),
                new Row("POST", "/CNI", 404, "", ""),
                new Row("GET", "*", 404, "", ""));
        for (var row : rows) {
            var reply = served.ask(UnixClient.request(row.method(), row.path(), "null"));

            assertThat(new Row(row.method(), row.path(), reply.status(), reply.type(), reply.body()))
                    .isEqualTo(row);
        }
    }

    @Test
    void answersWithWhatTheHandlerSays() throws Exception {
        assertAnswer(served.cni("c/add"), 200, "application/json", "{\"did\":\"add\"}");
        assertAnswer(served.cni("c/del"), 200, "", "");
        assertAnswer(served.cni("c/words"), 400, TEXT, "cannot do that\n");
        assertAnswer(
                served.cni("c/code"),
                400,
                "application/json",
                "{\"code\":7,\"msg\":\"bad \\\"name\\\"\",\"details\":\"line\\n2\"}");
        assertAnswer(served.cni("c/codealone"), 400, "application/json", "{\"code\":11,\"msg\":\"later\"}");
        assertAnswer(served.ask(UnixClient.post("/delegate", "c/plug")), 200, "application/json", "{\"did\":\"plug\"}");
        assertAnswer(served.cni("/status"), 200, "application/json", "{\"did\":\"status\"}");
    }

    @Test
    void takesTargetsWithAQueryAndInAbsoluteForm() throws Exception {
        assertThat(served.ask(UnixClient.post("http://dummy/cni?a=b", "c/add")).body())
                .isEqualTo("{\"did\":\"add\"}");
        assertThat(served.ask(UnixClient.post("http://dummy", "c/add")).status())
                .isEqualTo(404);
    }

    @Test
    void endsEachConnectionWithItsAnswer() throws Exception {
        var request = "GET /healthz HTTP/1.1\r\nHost: dummy\r\nConnection: keep-alive\r\n\r\n";

        var reply = served.ask(request + request);

        assertThat(reply.headers()).containsEntry("connection", "close").containsEntry("content-length", "0");
        assertThat(reply.body()).isEmpty();
        eventually().until(() -> served.connections() == 0);
    }

    @Test
    void readsABodyInChunks() throws Exception {
        var head = "POST /cni HTTP/1.1\r\nHost: dummy\r\nTransfer-Encoding: chunked\r\n\r\n";
        var body = String.join("\r\n", "2;x=y", "c/", "3", "add", "0", "Trailer: t", "", "");

        assertThat(served.ask(head + body).body()).isEqualTo("{\"did\":\"add\"}");
    }

    @Test
    void readsARequestThatComesByteByByte() throws Exception {
        try (var client = served.connect()) {
            for (byte each : UnixClient.post("/cni", "c/add").getBytes(StandardCharsets.US_ASCII)) {
                client.send(new byte[] {each});
            }
            assertThat(client.reply().body()).isEqualTo("{\"did\":\"add\"}");
        }
    }

    @Test
    void takesAnEmptyBodyForARequestOfTheHandlers() throws Exception {
        assertThat(served.cni("").status()).isEqualTo(200);
        assertThat(served.handler.begun()).containsExactly("");
    }

    @Test
    void tellsAClientThatAsksBeforeItSends() throws Exception {
        try (var client = served.connect()) {
            client.send("POST /cni HTTP/1.1\r\nHost: dummy\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.first(25)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            assertThat(client.send("c/add").reply().body()).isEqualTo("{\"did\":\"add\"}");
        }
    }

    @Test
    void answersHeadersAloneToHead() throws Exception {
        var reply = served.ask("HEAD /cni HTTP/1.1\r\nHost: dummy\r\n\r\n");

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.headers()).containsEntry("content-length", "19");
        assertThat(reply.body()).isEmpty();
    }

    @Test
    void tellsAFaultAndServesTheNextRequest() throws Exception {
        var reply = served.cni("fault");

        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.body()).contains("\"code\":999", "fault in the daemon");
        assertThat(served.cni("c/add").status()).isEqualTo(200);
    }

    @Test
    void refusesWhatIsNoRequest() throws Exception {
        assertThat(served.ask("what is this\r\n\r\n").status()).isEqualTo(400);
        assertThat(served.ask("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").status()).isIn(400, 404);
        assertThat(served.ask("POST /cni HTTP/2.0\r\n\r\n").status()).isEqualTo(400);
        assertThat(served.ask("POST /cni HTTP/1.1\r\nContent-Length: -5\r\n\r\n")
                        .status())
                .isEqualTo(400);
        assertThat(served.ask("POST /cni HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n")
                        .status())
                .isEqualTo(400);
        assertThat(served.ask("POST /cni HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nc/add")
                        .status())
                .isEqualTo(400);
        assertThat(served.ask("POST /cni HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n")
                        .status())
                .isEqualTo(400);
        assertThat(served.handler.begun()).isEmpty();
    }

    @Test
    void refusesHeadsThatAreTooLong() throws Exception {
        assertThat(served.ask("GET /" + "x".repeat(2000) + " HTTP/1.1\r\n\r\n").status())
                .isEqualTo(431);
        assertThat(served.ask("GET /healthz HTTP/1.1\r\nX: " + "x".repeat(9000) + "\r\n\r\n")
                        .status())
                .isEqualTo(431);
    }

    @Test
    void refusesBodiesThatAreTooLong() throws Exception {
        assertTooLong(served.ask("POST /cni HTTP/1.1\r\nContent-Length: 2097153\r\n\r\n"));
        assertTooLong(served.cni("x".repeat(10 << 20)));
        assertTooLong(served.ask(UnixClient.post("/healthz", "x".repeat(5000))));
        var chunk = "100000\r\n" + "x".repeat(1 << 20) + "\r\n";
        assertTooLong(
                served.ask("POST /cni HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk.repeat(3) + "0\r\n\r\n"));

        assertThat(served.refused("long_body")).isEqualTo(4);
        assertThat(served.value("multus_server_held_bytes")).isZero();
        assertThat(served.cni("c/" + "x".repeat((2 << 20) - 2)).status()).isEqualTo(200);
    }

    /** Some clients take a write that fails for the end of everything, and never read their answer. */
    @Test
    void hearsAClientOutThatIsRefusedWhileItSends() throws Exception {
        try (var client = served.connect()) {
            assertTooLong(
                    client.send(UnixClient.post("/cni", "x".repeat(3 << 20))).reply());
        }
    }

    @Test
    void countsRequestsAsUpstreamDoes() throws Exception {
        served.cni("c/add");
        served.cni("c/add");
        served.cni("c/words");
        served.ask(UnixClient.request("GET", "/healthz", ""));
        served.ask(UnixClient.request("BREW", "/tea", ""));

        assertThat(served.metrics.text())
                .contains(
                        "# TYPE multus_server_request_total counter\n",
                        "multus_server_request_total{code=\"200\",handler=\"/cni\",method=\"post\"} 2\n",
                        "multus_server_request_total{code=\"400\",handler=\"/cni\",method=\"post\"} 1\n",
                        "multus_server_request_total{code=\"200\",handler=\"/healthz\",method=\"get\"} 1\n",
                        "multus_server_request_total{code=\"404\",handler=\"NotFound\",method=\"unknown\"} 1\n",
                        "multus_server_work_seconds_count 3\n");
    }

    private static void assertAnswer(Reply reply, int status, String type, String body) {
        assertThat(List.of(reply.status(), reply.type(), reply.body())).isEqualTo(List.of(status, type, body));
    }

    private static void assertTooLong(Reply reply) {
        assertAnswer(reply, 413, TEXT, "request body too long\n");
    }
}
