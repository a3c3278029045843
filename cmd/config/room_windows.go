package config

import "golang.org/x/sys/windows"

// roomOf returns how many bytes may still be written to the disk of a folder.
func roomOf(folder string) (room uint64, err error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	err = windows.GetDiskFreeSpaceEx(name, &room, nil, nil)
	return room, err
}
