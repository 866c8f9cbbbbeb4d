// SPDX-License-Identifier: Apache-2.0

package proxy

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"
)

// originalDestination is Linux's socket option SO_ORIGINAL_DST: where a connection was going before a rule
// redirected it.
const originalDestination = 80

var errNotRedirected = errors.New("it came straight to the proxy, not by a rule that redirects")

// redirectedFrom returns where an IPv4 connection was going.
func redirectedFrom(connection *net.TCPConn) (netip.AddrPort, error) {
	raw, err := connection.SyscallConn()
	if err != nil {
		return netip.AddrPort{}, err
	}
	var destination netip.AddrPort
	var failure error
	err = raw.Control(func(descriptor uintptr) {
		destination, failure = readDestination(int(descriptor))
	})
	if err = errors.Join(err, failure); err != nil {
		return netip.AddrPort{}, fmt.Errorf("%w: %w", errNotRedirected, err)
	}
	if destination.String() == connection.LocalAddr().String() {
		return netip.AddrPort{}, errNotRedirected
	}
	return destination, nil
}

// readDestination borrows a call of the standard library whose answer is as long as an IPv4 socket address: family,
// port and address, two, two and four bytes.
func readDestination(descriptor int) (netip.AddrPort, error) {
	answer, err := syscall.GetsockoptIPv6Mreq(descriptor, syscall.IPPROTO_IP, originalDestination)
	if err != nil {
		return netip.AddrPort{}, err
	}
	address := answer.Multiaddr
	port := uint16(address[2])<<8 | uint16(address[3])
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte(address[4:8])), port), nil
}
