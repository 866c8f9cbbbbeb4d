// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/vishvananda/netlink"
	"golang.org/x/sys/unix"
)

const (
	loopback = "lo"
	// nodeLink is the node's end of its link, as on most machines.
	nodeLink = "eth0"
)

func setUpBridge(bridge Bridge) error {
	if err := writeSysctl(Sysctl{"net.ipv4.ip_forward", "1"}); err != nil {
		return err
	}
	if err := setUpLink(loopback); err != nil {
		return err
	}
	attributes := netlink.NewLinkAttrs()
	attributes.Name = bridge.Name
	if err := netlink.LinkAdd(&netlink.Bridge{LinkAttrs: attributes}); err != nil {
		return err
	}
	if err := addAddress(bridge.Name, bridge.Address); err != nil {
		return err
	}
	if err := setUpLink(bridge.Name); err != nil {
		return err
	}
	// The neighbours are not there yet; the kernel only asks that they are on the link.
	return addRoutes(bridge.Name, bridge.Routes)
}

// connectNode makes a pair of links, one end on the bridge and the other in the network namespace of a node's pid 1.
func connectNode(bridge string, index, pid int) error {
	attributes := netlink.NewLinkAttrs()
	attributes.Name = fmt.Sprintf("node%d", index+1)
	master, err := netlink.LinkByName(bridge)
	if err != nil {
		return err
	}
	attributes.MasterIndex = master.Attrs().Index
	pair := netlink.NewVeth(attributes)
	pair.PeerName = nodeLink
	pair.PeerNamespace = netlink.NsPid(pid)
	if err := netlink.LinkAdd(pair); err != nil {
		return err
	}
	return setUpLink(attributes.Name)
}

func setUpNodeNetwork(node Node) error {
	return errors.Join(setUpLink(loopback), addAddress(nodeLink, node.Address), setUpLink(nodeLink), addRoutes(nodeLink, node.Routes))
}

func setUpLink(name string) error {
	link, err := netlink.LinkByName(name)
	if err != nil {
		return fmt.Errorf("link %s: %w", name, err)
	}
	return netlink.LinkSetUp(link)
}

func addAddress(name, address string) error {
	link, err := netlink.LinkByName(name)
	if err != nil {
		return fmt.Errorf("link %s: %w", name, err)
	}
	parsed, err := netlink.ParseAddr(address)
	if err != nil {
		return err
	}
	return netlink.AddrAdd(link, parsed)
}

func addRoutes(name string, routes []Route) error {
	link, err := netlink.LinkByName(name)
	if err != nil {
		return fmt.Errorf("link %s: %w", name, err)
	}
	for _, route := range routes {
		_, to, err := net.ParseCIDR(route.To)
		if err != nil {
			return err
		}
		via := net.ParseIP(route.Via)
		if err := netlink.RouteAdd(&netlink.Route{LinkIndex: link.Attrs().Index, Dst: to, Gw: via}); err != nil {
			return fmt.Errorf("route to %s via %s: %w", route.To, route.Via, err)
		}
	}
	return nil
}

func writeSysctl(setting Sysctl) error {
	path := filepath.Join("/proc/sys", strings.ReplaceAll(setting.Key, ".", "/"))
	file, err := os.OpenFile(path, os.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.WriteString(setting.Value)
	return err
}
