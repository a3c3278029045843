package main

import (
	"context"
	"encoding/json"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/store"
)

// settling is how long a process that has just started may need until others see it at work.
const settling = 15 * time.Second

// shareEngines makes sure that all processes on the database have engines that evaluate alike, and names the engine in
// reports as all others do, so that whoever makes a report makes the same. A process that starts while no other is at work
// brings its own. The error is Conflict where others work with another engine.
func (s *service) shareEngines(ctx context.Context) error {
	peers, err := 0, error(nil)
	if s.Redis != "" { // otherwise nobody else is here
		if peers, err = s.queue.Peers(); err != nil {
			return err
		}
	}
	all := []*pipeline.Terms{&s.pipeline.Quick, &s.pipeline.Full}
	if s.pipeline.Second != nil {
		all = append(all, s.pipeline.Second)
	}
	for _, terms := range all {
		engine, err := json.Marshal(terms.Provenance.Engine)
		if err != nil {
			return err
		}
		now := s.now().UTC()
		mine := store.SharedEngine{Recipe: terms.Recipe.Name, Fingerprint: terms.Recipe.Fingerprint(), Engine: string(engine), Joined: now}
		shared, err := s.db.ShareEngine(ctx, mine, func(theirs store.SharedEngine) bool {
			return s.Redis == "" || peers == 0 && now.Sub(theirs.Joined) > settling
		})
		if err != nil {
			return err
		}
		var theirs reports.UsedEngine
		if err := json.Unmarshal([]byte(shared.Engine), &theirs); err != nil {
			return fault.Wrap(err, fault.Corrupt, "shared_engine", "the database does not say which engine its processes have")
		}
		if shared.Fingerprint != mine.Fingerprint {
			return fault.New(fault.Conflict, "other_engine",
				"the others on this database work with %s, and the engine here (%s) evaluates otherwise, so that figures of two engines would be mixed: start it with theirs (--engine), or end all others first; those that have just ended count for %d seconds more",
				named(theirs), named(terms.Provenance.Engine), int(settling/time.Second))
		}
		terms.Provenance.Engine = theirs
	}
	return nil
}

// named names an engine with as much of its digest as people compare.
func named(e reports.UsedEngine) string {
	return e.Name + ", SHA-256 " + e.SHA256[:min(12, len(e.SHA256))]
}
