// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.util.OptionalLong;

/**
 * Chooses the user ids of a pod's proxy and network validator. Linkerd's rules let everything that the proxy's user id sends pass by
 * the proxy, so nothing else in the pod may have it: the application would leave the mesh in silence, and the validator, which tests
 * the redirection, would never see it.
 */
public final class ProxyUid {

    private ProxyUid() {}

    /**
     * Decides what has to change. An explicit annotation wins where it can work and is refused where it cannot; a user id that the
     * proxy has already stays where it can work; else one is chosen. For the pod that the answer was applied to, the answer is
     * {@link ProxyUidChoice.Keep}.
     */
    public static ProxyUidChoice choose(ProxyUidRequest request) {
        return switch (proxy(request)) {
            case UidPick.None(var reason) -> new ProxyUidChoice.Refuse(reason);
            case UidPick.Found proxy -> withValidator(request, proxy);
        };
    }

    private static UidPick proxy(ProxyUidRequest request) {
        return request.explicit()
                .map(annotation -> ExplicitProxyUid.check(annotation, request))
                .orElseGet(() -> AutomaticProxyUid.choose(request));
    }

    private static ProxyUidChoice withValidator(ProxyUidRequest request, UidPick.Found proxy) {
        boolean untouched = request.allowed() instanceof AllowedUids.Unknown
                && request.validatorNow().isEmpty();
        if (!request.hasValidator() || untouched) {
            return isRight(request, proxy.uid())
                    ? new ProxyUidChoice.Keep(proxy.reason())
                    : new ProxyUidChoice.Assign(proxy.uid(), OptionalLong.empty(), proxy.reason(), proxy.warning());
        }
        return switch (ValidatorUid.choose(request, proxy.uid())) {
            case UidPick.None(var reason) -> new ProxyUidChoice.Refuse(reason);
            case UidPick.Found(var validator, var _, var warning) -> {
                var chosen = OptionalLong.of(validator);
                yield isRight(request, proxy.uid()) && chosen.equals(request.validatorNow())
                        ? new ProxyUidChoice.Keep(proxy.reason())
                        : new ProxyUidChoice.Assign(
                                proxy.uid(),
                                chosen,
                                proxy.reason(),
                                proxy.warning().or(() -> warning));
            }
        };
    }

    /**
     * Tells whether proxy and CNI plugin agree already. Without an annotation the plugin takes the user id of its configuration,
     * which is Linkerd's own default as long as no range decides.
     */
    private static boolean isRight(ProxyUidRequest request, long proxy) {
        boolean pluginAgrees = request.explicit().isPresent()
                || switch (request.allowed()) {
                    case AllowedUids.AnyNonRoot _, AllowedUids.Unknown _ -> true;
                    case AllowedUids.Within _, AllowedUids.Only _ -> false;
                };
        return pluginAgrees && request.proxyNow().equals(OptionalLong.of(proxy));
    }
}
