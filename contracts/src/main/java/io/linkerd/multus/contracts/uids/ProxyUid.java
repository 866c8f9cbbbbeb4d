// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import io.linkerd.multus.contracts.names.Linkerd;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Chooses the user ids of a pod's proxy and network validator. Linkerd's rules let everything that the proxy's user id sends pass by
 * the proxy, so nothing else in the pod may have it: the application would leave the mesh in silence, and the validator, which tests
 * the redirection, would never see it.
 *
 * <p>A pod with a user namespace ({@code hostUsers: false}) is chosen for like any other; that Linkerd's rules do not know its
 * processes by their user ids there is a limit of Linkerd, which no choice mends.
 */
public final class ProxyUid {

    private ProxyUid() {}

    /**
     * Decides what has to change. An explicit annotation wins where it can work and is refused where it cannot; a user id that the
     * proxy has already stays where it can work; else one is chosen. For the pod that the answer was applied to, the answer is
     * {@link ProxyUidChoice.Keep}.
     */
    public static ProxyUidChoice choose(ProxyUidRequest request) {
        var proxy = request.explicit()
                .map(annotation -> ExplicitProxyUid.check(annotation, request))
                .orElseGet(() -> AutomaticProxyUid.choose(request));
        return switch (proxy) {
            case UidPick.None(var reason) -> new ProxyUidChoice.Refuse(reason);
            case UidPick.Found found when leavesValidator(request) -> change(request, found, Optional.empty());
            case UidPick.Found found -> withValidator(request, found);
        };
    }

    /** Where nobody can tell what is allowed, a validator without a user id of its own is the admission's to decide. */
    private static boolean leavesValidator(ProxyUidRequest request) {
        return !request.hasValidator()
                || (request.allowed() instanceof AllowedUids.Unknown
                        && request.validatorNow().isEmpty());
    }

    private static ProxyUidChoice withValidator(ProxyUidRequest request, UidPick.Found proxy) {
        return switch (ValidatorUid.choose(request, proxy.uid())) {
            case UidPick.None(var reason) -> new ProxyUidChoice.Refuse(reason);
            case UidPick.Found validator -> change(request, proxy, Optional.of(validator));
        };
    }

    private static ProxyUidChoice change(
            ProxyUidRequest request, UidPick.Found proxy, Optional<UidPick.Found> validator) {
        var validatorUid = validator.map(found -> OptionalLong.of(found.uid())).orElseGet(OptionalLong::empty);
        boolean validatorStays = validator.isEmpty() || validatorUid.equals(request.validatorNow());
        if (validatorStays && isRight(request, proxy.uid())) {
            return new ProxyUidChoice.Keep(proxy.reason());
        }
        var reason = validatorStays
                ? proxy.reason()
                : proxy.reason() + "; network validator: "
                        + validator.orElseThrow().reason();
        var warning = Stream.of(Optional.of(proxy), validator)
                .flatMap(Optional::stream)
                .map(UidPick.Found::warning)
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        return new ProxyUidChoice.Assign(
                proxy.uid(), validatorUid, reason, Optional.of(warning).filter(text -> !text.isEmpty()));
    }

    private static boolean isRight(ProxyUidRequest request, long proxy) {
        return request.proxyNow().equals(OptionalLong.of(proxy)) && pluginAgrees(request, proxy);
    }

    /** The plugin takes the user id from the annotation, and without one from its configuration, which has Linkerd's default. */
    private static boolean pluginAgrees(ProxyUidRequest request, long proxy) {
        return request.explicit().isPresent()
                || switch (request.allowed()) {
                    case AllowedUids.Within _, AllowedUids.Only _ -> false;
                    case AllowedUids.AnyNonRoot _ -> proxy == Linkerd.DEFAULT_PROXY_UID;
                    case AllowedUids.Unknown _ -> true;
                };
    }
}
