package config

import (
	"path/filepath"
	"testing"

	"fairplay/analysis/fault"
)

// The disk of a folder has room; of a folder that is not there nothing is known, which is no room.
func TestRoom(t *testing.T) {
	folder := t.TempDir()
	if room, err := roomOf(folder); err != nil || room == 0 || room > 1<<60 {
		t.Errorf("%d bytes, %v", room, err)
	}
	c := &Settings{Data: folder}
	if err := c.Room(); err != nil {
		t.Error(err)
	}
	if err := roomIn(filepath.Join(folder, "nowhere"), "data folder"); fault.KindOf(err) != fault.Unavailable {
		t.Error(err)
	}
}
