// SPDX-License-Identifier: Apache-2.0

package proxy

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"syscall"
	"time"
)

const (
	connectDeadline = 10 * time.Second
	keepAlive       = 10 * time.Second
)

// dialer connects to where connections were going, and knows the local ports of those that it has open. One of
// them that arrives as if the application had opened it is a loop without end.
type dialer struct {
	ports sync.Map
}

// dial connects. The local port is taken, and known, before the first packet leaves.
func (d *dialer) dial(ctx context.Context, to netip.AddrPort) (*net.TCPConn, error) {
	var port int
	control := func(network, _ string, socket syscall.RawConn) error {
		var failure error
		err := socket.Control(func(descriptor uintptr) {
			if port, failure = takePort(network, int(descriptor)); failure == nil {
				d.ports.Store(port, true)
			}
		})
		if err != nil {
			return err
		}
		return failure
	}
	connector := net.Dialer{Timeout: connectDeadline, KeepAlive: keepAlive, Control: control}
	connection, err := connector.DialContext(ctx, "tcp", to.String())
	if err != nil {
		d.ports.Delete(port)
		return nil, fmt.Errorf("cannot reach %s: %w", to, err)
	}
	return connection.(*net.TCPConn), nil
}

// opened tells whether the other end of a connection from this pod is this proxy.
func (d *dialer) opened(connection *net.TCPConn) bool {
	_, found := d.ports.Load(connection.RemoteAddr().(*net.TCPAddr).Port)
	return found
}

// forget closes a connection that was dialled.
func (d *dialer) forget(connection *net.TCPConn) {
	port := connection.LocalAddr().(*net.TCPAddr).Port
	_ = connection.Close() // may be closed already
	d.ports.Delete(port)
}

func takePort(network string, descriptor int) (int, error) {
	var any syscall.Sockaddr = &syscall.SockaddrInet4{}
	if network == "tcp6" {
		any = &syscall.SockaddrInet6{}
	}
	if err := syscall.Bind(descriptor, any); err != nil {
		return 0, err
	}
	taken, err := syscall.Getsockname(descriptor)
	if err != nil {
		return 0, err
	}
	switch address := taken.(type) {
	case *syscall.SockaddrInet4:
		return address.Port, nil
	case *syscall.SockaddrInet6:
		return address.Port, nil
	default:
		return 0, fmt.Errorf("%s is no network with ports", network)
	}
}
