package client_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"fairplay/api/client"
	"fairplay/api/wire"
)

// A round is handed in, and the table read once it is there.
func Example() {
	ctx := context.Background()
	service, err := client.NewClientWithResponses("http://localhost:8080", client.WithBearer(os.Getenv("TOKEN")))
	if err != nil {
		log.Fatal(err)
	}
	event, err := service.CreateEventWithResponse(ctx, nil, wire.NewEvent{Name: "City Open 2026"})
	if err != nil || event.JSON201 == nil {
		log.Fatal(err, event)
	}
	round, err := os.Open("round1.pgn")
	if err != nil {
		log.Fatal(err)
	}
	defer round.Close()
	name := "round1.pgn"
	batch, err := service.UploadGamesWithBodyWithResponse(ctx, event.JSON201.Id, &wire.UploadGamesParams{Name: &name}, "application/x-chess-pgn", round)
	if err != nil || batch.JSON202 == nil {
		log.Fatal(err, batch)
	}
	table, err := service.ReadScreeningWithResponse(ctx, event.JSON201.Id, nil)
	switch {
	case err != nil:
		log.Fatal(err)
	case table.JSON200 != nil:
		for _, player := range table.JSON200.Players {
			fmt.Println(player.Name, player.Moves)
		}
	case table.JSON202 != nil:
		fmt.Println("positions done:", table.JSON202.PositionsDone, "of", table.JSON202.Positions)
	case table.ApplicationproblemJSON404 != nil:
		fmt.Println(table.ApplicationproblemJSON404.Detail)
	}
}
