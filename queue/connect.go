package queue

import (
	"context"
	"crypto/tls"
	"net"
	"strings"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"

	"fairplay/analysis/fault"
)

// connect makes a client; it does not speak to Redis yet.
func connect(a Address) redis.UniversalClient {
	// go-redis logs through a global variable, unstructured and to standard error. All that it
	// logs also comes back as an error.
	logging.Disable()
	o := &redis.UniversalOptions{
		Addrs: a.hosts, Username: a.user, Password: a.password, DB: a.database,
		MasterName: a.master, SentinelPassword: a.sentinels, IsClusterMode: a.form() == cluster,
		// asynq's scripts were written for the older protocol. DisableIdentity avoids a command
		// that only some newer servers know.
		Protocol: 2, DisableIdentity: true,
		MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
		ContextTimeoutEnabled:    true,
	}
	if a.tls() {
		o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12}
		if a.form() == oneServer {
			o.TLSConfig.ServerName, _, _ = net.SplitHostPort(a.hosts[0])
		}
	}
	return redis.NewUniversalClient(o)
}

func unavailable(err error) error {
	return fault.Wrap(err, fault.Unavailable, "queue_unavailable", "the list of tasks (Redis) does not answer")
}

// checkEviction refuses a Redis that evicts entries when its memory is full. It asks by INFO,
// because hosted servers forbid CONFIG.
func (q *Queue) checkEviction(ctx context.Context) error {
	info, err := q.client.Info(ctx, "memory").Result()
	policy := policyIn(info)
	switch {
	case err != nil || policy == "":
		q.log.Warn("Redis does not tell its maxmemory-policy; it has to be noeviction")
	case strings.HasPrefix(policy, "allkeys"):
		return fault.New(fault.Invalid, "redis_eviction",
			"Redis is set to drop entries when its memory is full (maxmemory-policy %s), which would lose tasks that are being worked on; set maxmemory-policy to noeviction", policy)
	case policy != "noeviction":
		q.log.Warn("Redis should have the maxmemory-policy noeviction", "policy", policy)
	}
	return nil
}

func policyIn(info string) string {
	for line := range strings.Lines(info) {
		if policy, ok := strings.CutPrefix(strings.TrimSpace(line), "maxmemory_policy:"); ok {
			return policy
		}
	}
	return ""
}
