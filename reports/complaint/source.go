package complaint

import (
	"time"

	"fairplay/reports/regulations"
)

// citation returns where people find an article, by our own key.
func citation(article string) string {
	return regulations.Shipped().Edition(time.Time{}).ComplaintSource(article).Citation
}
