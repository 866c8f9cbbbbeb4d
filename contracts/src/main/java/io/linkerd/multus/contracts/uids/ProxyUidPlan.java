// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.names.Linkerd;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The user ids of a pod's proxy and network validator: what has to change. Linkerd's rules let everything that the proxy's user id
 * sends pass by the proxy, so nothing else in the pod may have it: the application would leave the mesh in silence, and the validator,
 * which tests the redirection, would never see it.
 *
 * <p>A pod with a user namespace ({@code hostUsers: false}) is planned for like any other; that Linkerd's plugin cannot make its rules
 * there is a limit which no choice of user ids mends, and for whoever asks for a plan to tell.
 */
public sealed interface ProxyUidPlan {

    /**
     * The pod is right as it is; nothing is to be written.
     *
     * @param reason why
     * @param warnings what the owner of the pod should know
     */
    record Keep(String reason, List<String> warnings) implements ProxyUidPlan {
        /** Takes a copy. */
        public Keep {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * The pod's annotation {@value Linkerd#PROXY_UID} and its proxy's {@code runAsUser} become {@code proxy}, together.
     *
     * @param proxy the proxy's user id
     * @param validator what the network validator's {@code runAsUser} has to be; empty leaves it, or there is none
     * @param reason why this user id
     * @param warnings what the owner of the pod should know
     */
    record Assign(long proxy, OptionalLong validator, String reason, List<String> warnings) implements ProxyUidPlan {
        /** Takes a copy. */
        public Assign {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * The pod cannot be meshed safely.
     *
     * @param reason why, and what to change
     */
    record Refuse(String reason) implements ProxyUidPlan {}

    /**
     * {@return what has to change} An explicit annotation wins where it can work and is refused where it cannot; a user id that the
     * proxy has already stays where it can work; else one is chosen. For the pod that the plan was applied to, the plan is
     * {@link Keep}.
     */
    static ProxyUidPlan of(PodUids pod) {
        return pod.explicit()
                .map(annotation -> ExplicitPick.of(annotation, pod))
                .orElseGet(() -> AutomaticPick.of(pod))
                .then(proxy -> withValidator(pod, proxy))
                .orElse(Refuse::new);
    }

    private static Result<ProxyUidPlan> withValidator(PodUids pod, UidPick proxy) {
        return leavesValidator(pod)
                ? new Result.Ok<>(change(pod, proxy, Optional.empty()))
                : ValidatorPick.of(pod, proxy.uid()).map(validator -> change(pod, proxy, Optional.of(validator)));
    }

    /** Where nobody can tell what is allowed, a validator without a user id of its own is the admission's to decide. */
    private static boolean leavesValidator(PodUids pod) {
        return !pod.hasValidator()
                || (pod.allowed() instanceof AllowedUids.Unknown
                        && pod.validatorNow().isEmpty());
    }

    private static ProxyUidPlan change(PodUids pod, UidPick proxy, Optional<UidPick> validator) {
        var validatorUid = validator.map(pick -> OptionalLong.of(pick.uid())).orElseGet(OptionalLong::empty);
        boolean validatorStays = validator.isEmpty() || validatorUid.equals(pod.validatorNow());
        if (validatorStays && isRight(pod, proxy.uid())) {
            return new Keep(
                    proxy.reason(),
                    InitBypass.warning(pod, proxy.uid()).stream().toList());
        }
        var reason = validatorStays
                ? proxy.reason()
                : proxy.reason() + "; network validator: "
                        + validator.orElseThrow().reason();
        var warnings = Stream.of(
                        proxy.warning(), validator.flatMap(UidPick::warning), InitBypass.warning(pod, proxy.uid()))
                .flatMap(Optional::stream)
                .toList();
        return new Assign(proxy.uid(), validatorUid, reason, warnings);
    }

    private static boolean isRight(PodUids pod, long proxy) {
        return pod.proxyNow().equals(OptionalLong.of(proxy)) && pluginAgrees(pod);
    }

    /**
     * The plugin takes the user id from the pod's annotation, else from its namespace's, else from its configuration. That has Linkerd's
     * default or another, the namespace's may be another when the pod's sandbox is made, and a proxy that the plugin does not know by its user
     * id is redirected to itself. So the pod's annotation is never left out where it may be written.
     */
    private static boolean pluginAgrees(PodUids pod) {
        return pod.annotation().isPresent()
                || switch (pod.allowed()) {
                    case AllowedUids.Within _, AllowedUids.Only _, AllowedUids.AnyNonRoot _ -> false;
                    case AllowedUids.Unknown _ -> pod.explicit().isEmpty();
                };
    }
}
