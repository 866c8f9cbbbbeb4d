// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs.manifests;

import io.linkerd.multus.service.kube.ApiFailure;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which object of the cluster.
 *
 * @param namespace empty where the manifest has none, which is right for objects of the cluster
 */
public record ObjectName(String apiVersion, String kind, String namespace, String name) {

    private static final Pattern API_VERSION = Pattern.compile("[A-Za-z0-9.-]*[A-Za-z0-9](/[A-Za-z0-9]+)?");
    private static final Pattern NAMESPACE = Pattern.compile("([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)?");

    /** What no kind's names may be, since they are segments of a path. */
    private static final Pattern NO_SEGMENT = Pattern.compile("\\.{1,2}|.*[/%].*", Pattern.DOTALL);

    /** {@return why it can be the name of no object, where it would lead to another one} */
    Optional<String> problem() {
        if (!API_VERSION.matcher(apiVersion).matches()) {
            return Optional.of("apiVersion is none");
        }
        if (!NAMESPACE.matcher(namespace).matches()) {
            return Optional.of("metadata.namespace is no namespace");
        }
        return NO_SEGMENT.matcher(name).matches()
                ? Optional.of("metadata.name must not be '.' or '..', and have no '/' and no '%'")
                : Optional.empty();
    }

    /** {@return why the API server did not do what it was asked for; it may repeat what is wrong with a secret, which is not passed on} */
    String words(ApiFailure why) {
        return kind.equals("Secret") && why instanceof ApiFailure.Refused(var status, var _, var _)
                ? "the API server answers " + status + ", and what it says is left out, since the secret may be in it"
                : why.inWords();
    }

    /** {@return where its API begins} */
    String root() {
        return (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
    }

    /**
     * What it is one of, whatever version of it a manifest speaks of.
     *
     * @param namespace said, or that of the pod where a manifest has none
     */
    record Identity(String group, String kind, String namespace, String name) {}

    /** {@return which one it is for a pod in this namespace} */
    Identity identity(String own) {
        int slash = apiVersion.indexOf('/');
        return new Identity(
                apiVersion.substring(0, Math.max(slash, 0)), kind, namespace.isEmpty() ? own : namespace, name);
    }

    @Override
    public String toString() {
        return kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }
}
