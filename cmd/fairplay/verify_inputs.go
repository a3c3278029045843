package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/tournament"
)

// secondEngine returns the second engine as far as the report needs it. If half of the report
// comes from an engine that is not named, the report cannot be verified, and the error says so
// before hours of work.
func (r *reportOrigin) secondEngine(f config.EngineFlags) (config.EngineFlags, error) {
	switch {
	case r.Second == nil:
		return config.EngineFlags{}, nil
	case f.Engine == "":
		return f, fault.New(fault.Invalid, "second_engine",
			"the report has a second test, which cannot be proved without its engine, %s; name it with --%s and --%s", r.Second.Engine.Name, config.SecondEngine, config.SecondEngineArg)
	}
	return f, nil
}

// filesOf finds the files that a report names, among those given or in its folder, and returns
// the names that the report uses for them.
func filesOf(made *reports.Provenance, folder string, given []string) (known map[string]string, paths []string, err error) {
	beside := len(given) == 0
	if beside {
		for _, in := range made.Inputs {
			given = append(given, filepath.Join(folder, filepath.Base(in.File)))
		}
	}
	found, known := map[string]string{}, map[string]string{}
	for _, path := range given {
		body, err := os.Open(path)
		if err != nil {
			return nil, nil, fault.Wrap(err, fault.NotFound, "no_file", "there is no file %s; name the files of the report", path)
		}
		part, err := pipeline.NewDigestReader(body).Part(path)
		body.Close()
		if err != nil {
			return nil, nil, fault.Wrap(err, fault.NotFound, "no_file", "%s cannot be read", path)
		}
		found[part.SHA256] = path
	}
	for i, in := range made.Inputs {
		path, ok := found[in.SHA256]
		switch {
		case ok:
			known[path] = in.File
			paths = append(paths, path)
		case beside:
			return nil, nil, fault.New(fault.Corrupt, "file_differs", "%s is another file than that of the report, whose SHA-256 is %s", given[i], in.SHA256)
		default:
			return nil, nil, fault.New(fault.Corrupt, "file_differs", "no file is that of the report: %s with SHA-256 %s", in.File, in.SHA256)
		}
	}
	return known, paths, nil
}

// passedOver returns the notes on files that are not inputs: they were in a folder that was
// read, and nothing in the report rests on them.
func passedOver(notes []reports.InputNote, inputs []reports.InputFile) (kept []reports.InputNote) {
	for _, n := range notes {
		within := func(in reports.InputFile) bool { return strings.HasPrefix(n.File, in.File+"/") }
		if n.Kind == reports.Skipped && !slices.ContainsFunc(inputs, within) {
			kept = append(kept, n)
		}
	}
	return kept
}

// otherTerms says, before hours of work, that another engine or other rules would be used.
// Another build of an engine with the same behaviour counts as the same. where names the part
// of the report.
func otherTerms(where string, made *reports.Basis, run *config.Prepared) *reports.Difference {
	if policy := run.Policy.Fingerprint(); policy != made.PolicyFingerprint {
		return &reports.Difference{Where: where + ".policy_fingerprint", Was: made.PolicyFingerprint, Is: policy}
	}
	if !sameEngine(&made.Engine, &run.Engine) {
		return &reports.Difference{Where: where + ".engine.sha256",
			Was: made.Engine.SHA256 + " (" + made.Engine.Name + ")", Is: run.Engine.SHA256 + " (" + run.Engine.Name + ")"}
	}
	return nil
}

func sameEngine(a, b *reports.UsedEngine) bool {
	return a.SHA256 == b.SHA256 || a.Behaviour != "" && a.Behaviour == b.Behaviour && a.Name == b.Name && a.Network == b.Network
}

// onRecord reads the record of the event on which a report rests, nil if it rests on none. A report
// contains what concerns the player of a test, but names a list of players only by its digest:
// another list is Invalid, and so is a missing list if the report has one.
func (v *verifyFlags) onRecord(made *reports.Provenance) (*tournament.EventRecord, error) {
	needed := made.PlayersSHA256 != "" || made.Task == reports.TaskScreen && made.Option("event") != ""
	switch {
	case !needed:
		return nil, nil
	case v.event == "":
		return nil, fault.New(fault.Invalid, "no_record", "this report rests on the record of the event, such as its list of players, which it does not hold: name it with --event; GET /v1/events/{event}/roster has the list")
	}
	record, err := readRecord(v.event)
	if err != nil {
		return nil, err
	}
	if reports.RosterDigest(record.Roster) != made.PlayersSHA256 {
		return nil, fault.New(fault.Invalid, "other_roster", "the roster of %s is not the list of players on which this report rests", filepath.Base(v.event))
	}
	return record, nil
}
