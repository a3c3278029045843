package work

import (
	"context"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/store"
	"maps"
	"slices"
	"strings"
	"sync"
)

// uploads holds the files of an event by name: all files of that name, of which the last counts.
type uploads map[string]*revisions

type revisions struct {
	all     []store.Upload
	earlier bool // the event still has games of earlier ones
}

func (u uploads) add(f store.Upload) {
	if u[f.Name] == nil {
		u[f.Name] = &revisions{}
	}
	r := u[f.Name]
	if n := len(r.all); n == 0 || r.all[n-1].SHA256 != f.SHA256 {
		r.all = append(r.all, f)
	}
}

// recall notes that an earlier file still counts, given its name or that of a member of it.
func (u uploads) recall(file string) {
	for name, r := range u {
		if file == name || strings.HasPrefix(file, name+"/") {
			r.earlier = true
		}
	}
}

// inputFiles returns the files on which an event rests, with what was unpacked from them.
func (p *Service) inputFiles(ctx context.Context, u uploads) ([]pipeline.GivenFile, error) {
	var files []pipeline.GivenFile
	for _, name := range slices.Sorted(maps.Keys(u)) {
		r := u[name]
		if !r.earlier {
			r.all = r.all[len(r.all)-1:]
		}
		for _, f := range r.all {
			members, err := p.unpacked(ctx, f)
			if err != nil {
				return nil, err
			}
			file := pipeline.GivenFile{Path: f.SHA256}
			file.File, file.Bytes, file.SHA256 = f.Name, f.Size, f.SHA256
			for _, m := range members {
				m.File = f.Name + m.File
				file.Unpacked = append(file.Unpacked, m)
			}
			files = append(files, file)
		}
	}
	return files, nil
}

// unpackings remembers what was unpacked from uploads. Each text has the part of its name that
// follows the name of the upload. It is safe for concurrent use.
type unpackings struct {
	mu    sync.Mutex
	known map[string][]reports.InputPart // by the digest of the upload
}

// mostUnpackings is the number of uploads that are remembered.
const mostUnpackings = 10_000

func (u *unpackings) of(upload string) ([]reports.InputPart, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	parts, ok := u.known[upload]
	return parts, ok
}

func (u *unpackings) note(upload string, parts []reports.InputPart) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.known == nil || len(u.known) >= mostUnpackings {
		u.known = map[string][]reports.InputPart{}
	}
	u.known[upload] = parts
}

// unpacked returns the texts that were unpacked from an upload; none if it is plain.
func (p *Service) unpacked(ctx context.Context, f store.Upload) ([]reports.InputPart, error) {
	if parts, ok := p.unpackings.of(f.SHA256); ok {
		return parts, nil
	}
	stored, err := p.Store.OpenUpload(ctx, f.SHA256)
	if err != nil {
		return nil, err
	}
	defer stored.Close()
	body := &sender{ctx: ctx, body: stored}
	var in pipeline.Input
	for range in.Noted(decoded(body, "", p.Limits)) {
		continue // noted reads what matters
	}
	if body.err != nil {
		return nil, body.err
	}
	var parts []reports.InputPart
	for i := range in.Files {
		parts = append(parts, in.Files[i].Unpacked...)
	}
	p.unpackings.note(f.SHA256, parts)
	return parts, nil
}
