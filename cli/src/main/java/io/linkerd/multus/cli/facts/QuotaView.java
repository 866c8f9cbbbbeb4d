// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A ResourceQuota.
 *
 * @param bounds by resource, as in {@code requests.cpu}
 * @param scopes all of which a pod has to fit to be counted
 */
public record QuotaView(String namespace, String name, Map<String, Bound> bounds, List<Scope> scopes) {
    private static final String PRIORITY_CLASS = "PriorityClass";

    /** A quota of them lets in no pod that does not say how much it takes (kube-apiserver's ResourceQuota admission). */
    private static final Set<String> TO_BE_SAID =
            Set.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");

    /**
     * A bound.
     *
     * @param words it as its object has it, as in {@code 2 of 2}
     */
    public record Bound(BigDecimal hard, BigDecimal used, String words) {
        /** {@return whether that much more does not fit} */
        public boolean refuses(BigDecimal more) {
            return used.add(more).compareTo(hard) > 0;
        }
    }

    /**
     * Which pods count.
     *
     * @param name as in {@code PriorityClass}
     * @param operator as in {@code In}
     */
    public record Scope(String name, String operator, Set<String> values) {
        /** Copies. */
        public Scope {
            values = Set.copyOf(values);
        }

        private boolean has(PodDemand pod) {
            return switch (name) {
                case PRIORITY_CLASS -> hasClass(pod.priorityClass());
                case "NotTerminating" -> true;
                case "BestEffort" -> isBestEffort(pod);
                case "NotBestEffort" -> !isBestEffort(pod);
                // Of pods with a deadline, or with affinities beyond their namespace: none of ours.
                default -> false;
            };
        }

        private boolean hasClass(String priorityClass) {
            return switch (operator) {
                case "In" -> values.contains(priorityClass);
                case "NotIn" -> !values.contains(priorityClass);
                case "DoesNotExist" -> priorityClass.isEmpty();
                default -> !priorityClass.isEmpty();
            };
        }

        private static boolean isBestEffort(PodDemand pod) {
            return TO_BE_SAID.stream().noneMatch(pod.amounts()::containsKey);
        }
    }

    /** Copies. */
    public QuotaView {
        bounds = Map.copyOf(bounds);
        scopes = List.copyOf(scopes);
    }

    /** {@return as kubectl names it} */
    public String key() {
        return namespace + "/" + name;
    }

    /** {@return the bound of that resource} */
    public Optional<Bound> bound(String resource) {
        return Optional.ofNullable(bounds.get(resource));
    }

    /** {@return why one more such pod is refused, as in {@code pods: 2 of 2}; empty where it fits} */
    public Optional<String> refusal(PodDemand pod) {
        return counts(pod)
                ? bounds.entrySet().stream()
                        .filter(bound -> pod.amounts().containsKey(bound.getKey())
                                && bound.getValue().refuses(pod.amounts().get(bound.getKey())))
                        .map(bound -> bound.getKey() + ": " + bound.getValue().words())
                        .sorted()
                        .findFirst()
                : Optional.empty();
    }

    /** {@return what such a pod would have to say to be let in; empty where it says it} A LimitRange may say it for the pod. */
    public Optional<String> unsaid(PodDemand pod) {
        return counts(pod)
                ? bounds.keySet().stream()
                        .filter(TO_BE_SAID::contains)
                        .filter(resource -> !pod.amounts().containsKey(resource))
                        .sorted()
                        .findFirst()
                : Optional.empty();
    }

    /** {@return whether it is what lets in pods of that class where a platform lets in no others} */
    public boolean allows(String priorityClass) {
        return !bounds.isEmpty()
                && scopes.stream()
                        .anyMatch(scope -> scope.name().equals(PRIORITY_CLASS) && scope.hasClass(priorityClass));
    }

    private boolean counts(PodDemand pod) {
        return scopes.stream().allMatch(scope -> scope.has(pod));
    }
}
