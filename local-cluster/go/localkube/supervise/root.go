// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// machineRoot is where the node sees the machine's root until it has taken from there what it needs.
const machineRoot = "/.machine"

// enterRoot makes the node's root and moves this mount namespace into it: the machine's root as it is, below a layer in
// memory that hides, adds and takes what is written. Everything is put in place from within, so that no symbolic link
// leads out.
func enterRoot(scratch string, node Node) error {
	upper, work, root := filepath.Join(scratch, "upper"), filepath.Join(scratch, "work"), filepath.Join(scratch, "root")
	for _, folder := range []string{filepath.Join(upper, machineRoot), work, root} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	if err := hide(upper, node.Hidden); err != nil {
		return err
	}
	options := fmt.Sprintf("lowerdir=/,upperdir=%s,workdir=%s", upper, work)
	if err := unix.Mount("node", root, "overlay", 0, options); err != nil {
		return fmt.Errorf("overlay: %w", err)
	}
	if err := mountSystem(root); err != nil {
		return err
	}
	if err := unix.PivotRoot(root, filepath.Join(root, machineRoot)); err != nil {
		return fmt.Errorf("pivot: %w", err)
	}
	if err := os.Chdir("/"); err != nil {
		return err
	}
	if err := furnish(node); err != nil {
		return err
	}
	if err := unix.Unmount(machineRoot, unix.MNT_DETACH); err != nil {
		return err
	}
	// Shared with what is started here, as systemd does it: pods ask for mounts that propagate.
	return errors.Join(os.Remove(machineRoot), unix.Mount("", "/", "", unix.MS_REC|unix.MS_SHARED, ""))
}

// hide makes folders of the machine empty on the node.
func hide(upper string, folders []string) error {
	for _, folder := range folders {
		path := filepath.Join(upper, folder)
		if err := os.MkdirAll(path, 0o755); err != nil {
			return err
		}
		if err := unix.Setxattr(path, "trusted.overlay.opaque", []byte("y"), 0); err != nil {
			return &os.PathError{Op: "hide", Path: folder, Err: err}
		}
	}
	return nil
}

// mountSystem mounts what the kernel shows of the node's own namespaces, and the machine's devices.
func mountSystem(root string) error {
	const safe = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC
	at := func(path string) string { return filepath.Join(root, path) }
	return errors.Join(
		unix.Mount("proc", at("proc"), "proc", safe, ""),
		unix.Mount("sysfs", at("sys"), "sysfs", safe, ""),
		unix.Mount(controlGroups, at(controlGroups), "", unix.MS_BIND|unix.MS_REC, ""),
		unix.Mount("/dev", at("dev"), "", unix.MS_BIND|unix.MS_REC, ""),
		unix.Mount("run", at("run"), "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=0755"),
		unix.Mount("tmp", at("tmp"), "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=1777"))
}

func furnish(node Node) error {
	for _, bind := range node.Binds {
		if err := bindFromMachine(bind); err != nil {
			return err
		}
	}
	for _, file := range node.Files {
		if err := writeFile(file); err != nil {
			return err
		}
	}
	for _, link := range node.Links {
		if err := makeWay(link.Path); err != nil {
			return err
		}
		if err := os.Symlink(link.To, link.Path); err != nil {
			return err
		}
	}
	return nil
}

func bindFromMachine(bind Bind) error {
	from := filepath.Join(machineRoot, bind.From)
	if err := makeTarget(from, bind.To); err != nil {
		return err
	}
	if err := unix.Mount(from, bind.To, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return &os.PathError{Op: "bind to " + bind.To, Path: bind.From, Err: err}
	}
	if !bind.ReadOnly {
		return nil
	}
	if err := unix.Mount("", bind.To, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		return &os.PathError{Op: "make read-only", Path: bind.To, Err: err}
	}
	return nil
}

func makeTarget(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return os.MkdirAll(to, 0o755)
	}
	if err := makeWay(to); err != nil {
		return err
	}
	return os.WriteFile(to, nil, 0o644)
}

func writeFile(file File) error {
	content := []byte(file.Content)
	if file.From != "" {
		var err error
		if content, err = os.ReadFile(filepath.Join(machineRoot, file.From)); err != nil {
			return err
		}
	}
	if err := makeWay(file.Path); err != nil {
		return err
	}
	if err := os.WriteFile(file.Path, content, os.FileMode(file.Mode)); err != nil {
		return err
	}
	return os.Chmod(file.Path, os.FileMode(file.Mode)) // whatever the umask
}

// makeWay makes the parents of a path, and removes what the machine has there, which may be a link.
func makeWay(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
