package api_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/api/wire"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/store"
	"fairplay/reports/tournament/journal"
)

// Clients see of what is stored what is named here. A new field is seen by nobody until somebody names it.
func TestClientsSeeNoOtherFields(t *testing.T) {
	t.Parallel()
	const (
		token = "created expires grants grants.case grants.event grants.federation grants.role id last_used name " +
			"proposed proposed.by proposed.case proposed.event proposed.federation proposed.role revoked"
		game = "black black_fide_id date file id line number plies result round sha256 white white_fide_id"
	)
	for _, noun := range []struct {
		of   any
		keys string
	}{
		{store.Event{}, "created end facts facts.appeals facts.average facts.championship facts.chief_arbiter facts.mode facts.official facts.organiser " +
			"facts.platform facts.points_after_exclusion facts.predetermined facts.prize_fund facts.prize_note facts.rated facts.system facts.team " +
			"facts.time_control facts.time_zone facts.titles facts.women federation games_version id live name planned_rounds players rule_set site " +
			"start state time_class version"},
		{store.Batch{}, "counts counts.bad counts.corrected counts.known counts.new counts.read created event files files.name files.sha256 files.size " +
			"id reason state"},
		{store.GameOutcome{}, "file game game_id kind line n reason token"},
		{store.StoredGame{}, game},
		{work.EventPlayer{}, "federation fide_id games name rating spellings title"},
		{wire.ListedTask{}, "attempts changed created id kind positions positions_done reason reason_code reason_kind state subject"},
		{wire.ListedTest{}, "changed created event id kind reason report request request.games request.kind request.player request.rating " +
			"request.rating_sd request.rounds request.second request.subset state"},
		{store.Report{}, "created event id kind test"},
		{store.ReportedPerformance{}, "event fide_id figures figures.here games kind moves name player rating report"},
		{reports.Lacking{}, "batches games"},
		{reports.Approval{}, "by name on"},
		{wire.ListedToken{}, token},
		{wire.CreatedToken{}, "secret token token." + strings.ReplaceAll(token, " ", " token.")},
		{wire.ListedAudit{}, "action at detail hash role seq subject token"},
		{store.FideList{}, "class faulty file imported month players reason repeated replaces sha256"},
		{registry.DataRequestView{}, "by due id number received state steps steps.at steps.by steps.says steps.says.here steps.state what"},
		{journal.PlayerChange{}, "born estimated federation fide_id name rating sex title version"},
	} {
		full := reflect.New(reflect.TypeOf(noun.of)).Elem()
		fillAll(full)
		text, err := json.Marshal(full.Interface())
		if err != nil {
			t.Fatal(err)
		}
		var read any
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		keys := map[string]bool{}
		keysOf("", read, keys)
		if got := strings.Join(slices.Sorted(maps.Keys(keys)), " "); got != noun.keys {
			t.Errorf("%T has\n%s\nand not\n%s", noun.of, got, noun.keys)
		}
	}
}

// fillAll gives every field of a value something other than its zero value.
func fillAll(v reflect.Value) {
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(time.Unix(1, 0)))
		return
	case json.RawMessage:
		v.SetBytes([]byte(`{"here": 1}`))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillAll(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fillAll(v.Index(0))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fillAll(v.Field(i))
			}
		}
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.Float64:
		v.SetFloat(1)
	}
}

// keysOf adds the keys of a value read from JSON, those of inner objects after the key of the outer.
func keysOf(before string, v any, keys map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			keys[before+key] = true
			keysOf(before+key+".", value, keys)
		}
	case []any:
		for _, item := range v {
			keysOf(before, item, keys)
		}
	}
}
