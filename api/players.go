package api

import (
	"context"
	"net/http"
	"strconv"
	"sync"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/queue/work"
	"fairplay/reports/store"
)

// ListPlayers answers the players of an event.
func (s *Server) ListPlayers(c echo.Context, _ wire.EventID, params wire.ListPlayersParams) error {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return err
	}
	all, err := s.Players(c.Request().Context(), callerOf(c))
	if err != nil {
		return err
	}
	first := int(min(p.from, int64(len(all))))
	return c.JSON(http.StatusOK, listed(all[first:min(len(all), first+p.limit+1)], p.limit, func(work.EventPlayer) string { return strconv.Itoa(first + p.limit) }))
}

// Players returns the players of the event. The list must not be changed.
func (s *Server) Players(ctx context.Context, who *door.Caller) ([]work.EventPlayer, error) {
	return s.players.of(ctx, *who.Event, s.intake.Players)
}

// playerLists keeps the lists of players of up to mostLists events. To make a list takes a look
// at every game, and it changes only with the games.
type playerLists struct {
	mu    sync.Mutex
	lists map[playersOf][]work.EventPlayer
}

type playersOf struct {
	event string
	games int64 // generation
}

// mostLists is how many lists are kept; then all are dropped.
const mostLists = 32

func newPlayerLists() *playerLists { return &playerLists{lists: map[playersOf][]work.EventPlayer{}} }

// of returns the players of an event. The list must not be changed.
func (p *playerLists) of(ctx context.Context, e store.Event, look func(context.Context, string) ([]work.EventPlayer, error)) ([]work.EventPlayer, error) {
	key := playersOf{e.ID, e.Games}
	p.mu.Lock()
	list, ok := p.lists[key]
	p.mu.Unlock()
	if ok {
		return list, nil
	}
	list, err := look(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.lists) >= mostLists {
		clear(p.lists)
	}
	p.lists[key] = list
	return list, nil
}
