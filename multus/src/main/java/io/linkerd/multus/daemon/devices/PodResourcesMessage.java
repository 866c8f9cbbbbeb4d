// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.devices;

import static io.linkerd.multus.daemon.devices.ProtobufFields.tag;

import io.linkerd.multus.daemon.networks.PodIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer to List of <a href="https://github.com/kubernetes/kubelet/blob/master/pkg/apis/podresources/v1/api.proto">kubelet's
 * API</a> as it arrives, and keeps the devices of one pod.
 */
final class PodResourcesMessage {
    /** As long as an answer. */
    private static final int ANY_POD = Integer.MAX_VALUE;

    /** Of the pod that is asked for, of which texts are kept: kubelet writes some 80 bytes for a device. */
    private static final int LONGEST_CONTAINER = 1 << 20;

    private final ProtobufFields fields;
    private final PodIdentity pod;
    private final Map<String, List<String>> allotted = new HashMap<>();

    private PodResourcesMessage(InputStream message, PodIdentity pod) {
        this.fields = new ProtobufFields(message);
        this.pod = pod;
    }

    /** A pod as far as it was read; its fields may come in any order. */
    private static final class Entry {
        private @Nullable String name;
        private @Nullable String namespace;
        private final List<Allotment> allotments = new ArrayList<>();

        boolean mayBe(PodIdentity pod) {
            return (name == null || name.equals(pod.name()))
                    && (namespace == null || namespace.equals(pod.namespace()));
        }

        boolean is(PodIdentity pod) {
            return pod.name().equals(name) && pod.namespace().equals(namespace);
        }
    }

    /** Devices of one resource, or of one claim. */
    private static final class Allotment {
        private String resource = "";
        private final List<String> ids = new ArrayList<>();
    }

    /**
     * {@return the ids of the pod's devices by resource, and by claim, in the order of its containers}
     *
     * @throws IOException if it is no such message
     */
    static Map<String, List<String>> devices(InputStream message, PodIdentity pod) throws IOException {
        var reading = new PodResourcesMessage(message, pod);
        reading.fields.forEach(tag -> tag == tag(1) && reading.pod());
        return reading.allotted;
    }

    private boolean pod() throws IOException {
        var entry = new Entry();
        fields.message(ANY_POD, tag -> {
            if (tag == tag(1)) {
                entry.name = fields.text();
            } else if (tag == tag(2)) {
                entry.namespace = fields.text();
            } else if (tag == tag(3) && entry.mayBe(pod)) {
                container(entry.allotments);
            } else {
                return false;
            }
            return true;
        });
        if (entry.is(pod)) {
            entry.allotments.forEach(each -> allotted.computeIfAbsent(each.resource, _ -> new ArrayList<>())
                    .addAll(each.ids));
        }
        return true;
    }

    private void container(List<Allotment> allotments) throws IOException {
        fields.message(LONGEST_CONTAINER, tag -> {
            var allotment = new Allotment();
            if (tag == tag(2)) {
                devices(allotment);
            } else if (tag == tag(5)) {
                claim(allotment);
            } else {
                return false;
            }
            return allotments.add(allotment);
        });
    }

    private void devices(Allotment allotment) throws IOException {
        fields.message(LONGEST_CONTAINER, tag -> {
            if (tag == tag(1)) {
                allotment.resource = fields.text();
                return true;
            }
            return tag == tag(2) && allotment.ids.add(fields.text());
        });
    }

    /** Of dynamic resource allocation: devices are in it by their names for container runtimes, such as {@code vendor.com/nic=vf3}. */
    private void claim(Allotment allotment) throws IOException {
        fields.message(LONGEST_CONTAINER, tag -> {
            if (tag == tag(2)) {
                allotment.resource = fields.text();
                return true;
            }
            return tag == tag(4)
                    && inMessage(resource -> resource == tag(1)
                            && inMessage(device -> device == tag(1) && claimed(fields.text(), allotment.ids)));
        });
    }

    private boolean inMessage(ProtobufFields.Field field) throws IOException {
        fields.message(LONGEST_CONTAINER, field);
        return true;
    }

    /** A name of another form names no device: upstream passes over it as well. */
    private static boolean claimed(String name, List<String> ids) {
        int sign = name.indexOf('=');
        if (sign >= 0 && name.indexOf('=', sign + 1) < 0) {
            ids.add(name.substring(sign + 1));
        }
        return true;
    }
}
