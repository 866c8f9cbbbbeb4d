// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

import io.linkerd.multus.cli.chain.Answer.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What has come true of the way of a pod into the mesh. */
public record Chain(List<Link> links) {
    /** Copies. */
    public Chain {
        links = List.copyOf(links);
    }

    /** {@return the chain of that pod} Pure. After the first link that has not come true none is looked at. */
    public static Chain of(PodCase seen) {
        var links = new ArrayList<Link>();
        boolean ended = false;
        for (var stage : Stage.values()) {
            var answer = ended ? Answer.NOT_REACHED : answer(stage, seen);
            links.add(new Link(stage, answer));
            ended = ended || answer.state().ends();
        }
        return new Chain(links);
    }

    private static Answer answer(Stage stage, PodCase seen) {
        return switch (stage) {
            case MESH_ASKED_FOR -> Asking.mesh(seen);
            case ATTACHMENT_ASKED_FOR -> Asking.attachment(seen);
            case ATTACHMENT_THERE -> Asking.attachmentThere(seen);
            case LET_IN -> Admitting.letIn(seen);
            case INJECTED -> Admitting.injected(seen);
            case ATTACHED -> Admitting.attached(seen);
            case USER_IDS -> Admitting.userIds(seen);
            case SCHEDULED -> Starting.scheduled(seen);
            case NODE_HAS_PLUGIN -> Starting.nodeHasPlugin(seen);
            case SANDBOX_MADE -> Starting.sandboxMade(seen);
            case PLUGIN_RAN -> Starting.pluginRan(seen);
            case REDIRECTED -> Starting.redirected(seen);
            case PROXY_READY -> Starting.proxyReady(seen);
            case READY -> Starting.ready(seen);
        };
    }

    /** {@return the link of that stage} */
    public Link link(Stage stage) {
        return links.stream().filter(link -> link.stage() == stage).findFirst().orElseThrow();
    }

    /** {@return the first link that is wrong: the cause} */
    public Optional<Link> cause() {
        return first(State.WRONG);
    }

    /** {@return the link that is about to come true} */
    public Optional<Link> waiting() {
        return first(State.WAITING);
    }

    private Optional<Link> first(State state) {
        return links.stream().filter(link -> link.answer().state() == state).findFirst();
    }
}
