//go:build darwin || linux

package config

import "syscall"

// roomOf returns how many bytes may still be written to the disk of a folder.
func roomOf(folder string) (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, err
	}
	return disk.Bavail * uint64(disk.Bsize), nil
}
