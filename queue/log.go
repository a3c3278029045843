package queue

import (
	"fmt"
	"log/slog"
)

// asynqLog passes on the log of asynq. It mentions ids, lists and Redis, never what tasks are
// about.
type asynqLog struct{ to *slog.Logger }

func (l asynqLog) Debug(args ...any) { l.to.Debug("asynq: " + fmt.Sprint(args...)) }
func (l asynqLog) Info(args ...any)  { l.to.Debug("asynq: " + fmt.Sprint(args...)) }
func (l asynqLog) Warn(args ...any)  { l.to.Info("asynq: " + fmt.Sprint(args...)) }

// Error logs a warning too, because no failure of Redis can lose a result.
func (l asynqLog) Error(args ...any) { l.to.Warn("asynq: " + fmt.Sprint(args...)) }
func (l asynqLog) Fatal(args ...any) { l.to.Error("asynq: " + fmt.Sprint(args...)) }
