// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.status;

import io.linkerd.multus.daemon.results.CniInterface;
import io.linkerd.multus.daemon.results.Dns;
import io.linkerd.multus.daemon.results.GoJson;
import io.linkerd.multus.daemon.results.ObjectText;
import java.util.List;

/**
 * An interface of a pod as the annotation tells it.
 *
 * @param network by which it came, with its namespace
 * @param iface empty but for {@code dns} where the network's plugin made none
 * @param ips without the lengths of their prefixes
 * @param isDefault whether it is the one of the cluster's network
 * @param gateways of the default routes that the network's plugin told
 */
public record NetworkStatus(
        String network,
        CniInterface iface,
        List<String> ips,
        boolean isDefault,
        Dns dns,
        DeviceInfo device,
        List<String> gateways) {

    public NetworkStatus {
        ips = List.copyOf(ips);
        gateways = List.copyOf(gateways);
    }

    /** As {@code json.MarshalIndent} lays out Multus' struct. */
    String text() {
        var text = new ObjectText()
                .text("name", network)
                .textIfAny("interface", iface.name())
                .textsIfAny("ips", ips)
                .textIfAny("mac", iface.mac())
                .numberIfAny("mtu", iface.mtu());
        if (isDefault) {
            text.json("default", "true");
        }
        text.json("dns", dns.json());
        if (!device.equals(DeviceInfo.NONE)) {
            text.json("device-info", device.json());
        }
        return GoJson.indented(text.textsIfAny("gateway", gateways).toString());
    }
}
