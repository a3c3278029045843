package queue

import (
	"fmt"
	"log/slog"
)

// asynqLog passes on what asynq says of itself. It speaks of ids, lists and
// Redis, never of what tasks are about.
type asynqLog struct{ to *slog.Logger }

func (l asynqLog) Debug(args ...any) { l.to.Debug("asynq: " + fmt.Sprint(args...)) }
func (l asynqLog) Info(args ...any)  { l.to.Debug("asynq: " + fmt.Sprint(args...)) }
func (l asynqLog) Warn(args ...any)  { l.to.Info("asynq: " + fmt.Sprint(args...)) }

// Error is a warning too: nothing that Redis does can lose a result.
func (l asynqLog) Error(args ...any) { l.to.Warn("asynq: " + fmt.Sprint(args...)) }
func (l asynqLog) Fatal(args ...any) { l.to.Error("asynq: " + fmt.Sprint(args...)) }
