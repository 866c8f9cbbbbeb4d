// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.delegates.AddedNetwork;
import io.linkerd.multus.daemon.networks.Sandbox;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.daemon.requests.CniRequest;
import io.linkerd.multus.daemon.requests.RequestRefusal;
import io.linkerd.multus.daemon.results.CniInterface;
import io.linkerd.multus.daemon.results.CniIp;
import io.linkerd.multus.daemon.results.CniResult;
import io.linkerd.multus.daemon.results.Dns;
import io.linkerd.multus.daemon.results.IpAddress;
import io.linkerd.multus.daemon.results.IpPrefix;
import io.linkerd.multus.daemon.results.ResultByInterface;
import io.linkerd.multus.daemon.results.ResultVersion;
import io.linkerd.multus.daemon.server.Answer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What came of a command. */
sealed interface Outcome {

    /** It is done, and nothing is to be said. */
    record Done() implements Outcome {}

    /** An ADD is done. */
    record Added(CniResult result) implements Outcome {}

    /** It is not done. */
    record Failed(CniError why) implements Outcome {}

    /** {@return the outcome of an ADD whose first network is this one} */
    static Outcome of(AddedNetwork first) {
        return SandboxHooks.result(first)
                .<Outcome>map(Added::new)
                .orElse(reason -> new Failed(new CniError(CniError.DECODING_FAILURE, reason)));
    }

    static Outcome of(Optional<CniError> error) {
        return error.<Outcome>map(Failed::new).orElseGet(Done::new);
    }

    /** {@return what upstream answers where there is no such pod} */
    static Outcome withoutNetwork(Sandbox sandbox) {
        return new Added(new ResultByInterface(
                ResultVersion.NEWEST,
                List.of(new CniInterface(sandbox.interfaceName(), "", sandbox.netns())),
                List.of(new CniIp(OptionalLong.empty(), new IpPrefix("0.0.0.0/0"), new IpAddress("0.0.0.0"))),
                List.of(),
                Dns.NONE));
    }

    /** {@return what the client is told, a result in that version} */
    default Answer answer(CniRequest request, ResultVersion told) {
        return switch (this) {
            case Done _ -> Answer.done();
            case Added(var result) -> Answer.done(result.answer(told));
            case Failed(var why) -> answer(request.refused(why));
        };
    }

    static Answer answer(RequestRefusal refusal) {
        return switch (refusal) {
            case RequestRefusal.Plain(var reason) -> Answer.failed(reason);
            case RequestRefusal.Coded(var error) -> Answer.failed(error.code(), error.message(), error.details());
        };
    }
}
