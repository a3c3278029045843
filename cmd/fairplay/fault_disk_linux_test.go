package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// fillDisk fills the disk in the middle of the games. An upload at that time is refused with a
// clear message; when there is room again, everything goes on.
func fillDisk(t *testing.T, tr *trial) {
	v := tr.alone(t)
	disk := smallDisk(t)
	v.data = filepath.Join(disk, "data")
	s := v.serve("--engines", "2")
	v.open(s)
	v.handIn(s)
	s.awaitSearch(30)
	ballast := filepath.Join(disk, "ballast")
	fillUp(t, ballast)
	s.await("the database says that the disk is full", func() bool {
		return strings.Contains(s.stderr.String(), "the disk is full")
	})
	more := bytes.Repeat([]byte("[Event \"More\"]\n\n1. e4 *\n\n"), 50_000)
	refused, err := s.ask("POST", v.uploads(), v.arbiter, bytes.NewReader(more))
	if err != nil || refused.status != 503 || refused.header.Get("Retry-After") == "" || !bytes.Contains(refused.body, []byte("room")) {
		t.Errorf("an upload to a full disk: %d %v %s %v", refused.status, refused.header, refused.body, err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	v.settled(s)
	if n := v.incoming(); n > 0 {
		t.Errorf("%d bytes of uploads are left", n)
	}
}

// smallDisk mounts a disk of 32 MiB in memory, which needs the rights of root (CAP_SYS_ADMIN).
func smallDisk(t testing.TB) string {
	t.Helper()
	disk := t.TempDir()
	if err := syscall.Mount("fairplay-test", disk, "tmpfs", 0, "size=32m,mode=0700"); err != nil {
		t.Fatalf("a small disk for this test cannot be mounted: %v; run the tests as root, in a container that may mount (docker run --cap-add SYS_ADMIN)", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return disk
}

// fillUp writes a file until the disk has no room for another byte.
func fillUp(t testing.TB, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); errors.Is(err, syscall.ENOSPC) {
			size /= 2
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
