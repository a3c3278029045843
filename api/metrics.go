package api

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"fairplay/queue/work"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are the figures of this process for Prometheus, in a registry of their
// own. No label bears a name or an id of an event, a player or a token.
type metrics struct {
	latency *prometheus.HistogramVec
	handler http.Handler
}

func newMetrics(s *Server) *metrics {
	m := &metrics{latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "fairplay_http_request_seconds", Help: "How long answering took, by operation and status.",
		Buckets: []float64{.001, .0025, .005, .01, .02, .05, .1, .25, .5, 1, 2.5, 10},
	}, []string{"operation", "status"})}
	registry := prometheus.NewRegistry()
	registry.MustRegister(m.latency, newServiceFigures(s), collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = promhttp.HandlerFor(registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError})
	return m
}

// answered counts a request. All requests without an operation have one label.
func (m *metrics) answered(operation string, status int, took time.Duration) {
	if operation == "" {
		operation = "none"
	}
	m.latency.WithLabelValues(operation, strconv.Itoa(status)).Observe(took.Seconds())
}

// Metrics answers the figures. They belong on a listener of their own, because they tell more
// about the work than everybody should know.
func (s *Server) Metrics() http.Handler { return s.metrics.handler }

// labelled returns the name of an operation in the figures. Operations on statistics share one
// name, so that nobody can see that somebody is tested, and so do those on cases.
func (s *Server) labelled(operation string) string {
	switch a := s.actions[operation]; {
	case a.AboutStatistics():
		return "statistics"
	case a.ByProcedure():
		return "cases"
	}
	return operation
}

// serviceFigures reads the figures of the parts of the service when Prometheus asks for them.
type serviceFigures struct {
	s *Server

	evaluated, cached, restarts, attempts, depth, streams, open, oldest, givenUp *prometheus.Desc
}

func newServiceFigures(s *Server) *serviceFigures {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("fairplay_"+name, help, labels, nil)
	}
	return &serviceFigures{
		s:         s,
		evaluated: desc("positions_evaluated_total", "Positions that engines of this process evaluated; its rate is positions a second."),
		cached:    desc("positions_cached_total", "Positions that tasks of this process needed and that were known."),
		restarts:  desc("engine_restarts_total", "Engines of this process that failed and were started anew."),
		attempts:  desc("task_attempts_total", "Attempts at tasks in this process, by how they ended.", "kind", "outcome"),
		depth:     desc("queue_tasks", "Entries of the queue, by list and state.", "list", "state"),
		open:      desc("tasks_open", "Tasks of the database that are to be done or being done, by kind.", "kind"),
		oldest:    desc("tasks_oldest_seconds", "Age of the oldest open task, by kind.", "kind"),
		givenUp:   desc("tasks_given_up", "Tasks of the database that were given up and not tried again, by kind and cause.", "kind", "cause"),
		streams:   desc("progress_streams", "Clients of this process that follow the progress of an event."),
	}
}

// Describe names the figures.
func (s *serviceFigures) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{s.evaluated, s.cached, s.restarts, s.attempts, s.depth, s.streams, s.open, s.oldest, s.givenUp} {
		out <- d
	}
}

// Collect reads the figures. If Redis does not answer, those of the queue are missing.
func (s *serviceFigures) Collect(out chan<- prometheus.Metric) {
	send := func(d *prometheus.Desc, kind prometheus.ValueType, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, kind, v, labels...)
	}
	counts := s.s.worker.Counts()
	send(s.evaluated, prometheus.CounterValue, float64(counts.Evaluated))
	send(s.cached, prometheus.CounterValue, float64(counts.Cached))
	send(s.restarts, prometheus.CounterValue, float64(counts.EngineRestarts))
	send(s.streams, prometheus.GaugeValue, float64(s.s.feeds.listening()))
	for kind, outcomes := range counts.Tasks {
		if work.IsSecret(string(kind)) {
			continue
		}
		for outcome, n := range outcomes {
			send(s.attempts, prometheus.CounterValue, float64(n), string(kind), string(outcome))
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), readyTime)
	defer cancel()
	s.backlog(ctx, send)
	depths, err := s.s.queue.Depth(ctx)
	if err != nil {
		return
	}
	for _, list := range slices.Sorted(maps.Keys(depths)) {
		if _, kind, _ := strings.Cut(list, ":"); work.IsSecret(kind) {
			continue
		}
		d := depths[list]
		send(s.depth, prometheus.GaugeValue, float64(d.Waiting), list, "waiting")
		send(s.depth, prometheus.GaugeValue, float64(d.Active), list, "active")
		send(s.depth, prometheus.GaugeValue, float64(d.Retry), list, "retry")
		send(s.depth, prometheus.GaugeValue, float64(d.Archived), list, "archived")
	}
}

// backlog sends the figures of the tasks in the database, as far as it answers.
func (s *serviceFigures) backlog(ctx context.Context, send func(*prometheus.Desc, prometheus.ValueType, float64, ...string)) {
	backlogs, err := s.s.store.TaskBacklogs(ctx)
	if err != nil {
		return
	}
	for _, b := range backlogs {
		if kind := string(b.Kind); !work.IsSecret(kind) {
			send(s.open, prometheus.GaugeValue, float64(b.Open), kind)
			send(s.oldest, prometheus.GaugeValue, max(0, s.s.now().Sub(b.Oldest).Seconds()), kind)
		}
	}
	dead, err := s.s.store.TasksGivenUp(ctx, "")
	if err != nil {
		return
	}
	for _, g := range dead {
		if kind := string(g.Kind); !work.IsSecret(kind) {
			send(s.givenUp, prometheus.GaugeValue, float64(g.Tasks), kind, g.Code)
		}
	}
}
