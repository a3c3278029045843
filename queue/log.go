package queue

import (
	"fmt"
	"log/slog"
)

// asynqLog passes on the log of asynq. It mentions ids, lists and Redis, never what tasks are
// about.
type asynqLog struct{ to *slog.Logger }

func (a asynqLog) Debug(args ...any) { a.to.Debug("asynq: " + fmt.Sprint(args...)) }
func (a asynqLog) Info(args ...any)  { a.to.Debug("asynq: " + fmt.Sprint(args...)) }
func (a asynqLog) Warn(args ...any)  { a.to.Info("asynq: " + fmt.Sprint(args...)) }

// Error logs a warning too, because no failure of Redis can lose a result.
func (a asynqLog) Error(args ...any) { a.to.Warn("asynq: " + fmt.Sprint(args...)) }
func (a asynqLog) Fatal(args ...any) { a.to.Error("asynq: " + fmt.Sprint(args...)) }
