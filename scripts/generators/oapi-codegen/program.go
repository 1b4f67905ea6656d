package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"

	"backhaul.example/try/client"
)

func check(holds bool, what string) {
	if !holds {
		fmt.Println("it does not hold that " + what)
		os.Exit(1)
	}
	fmt.Println("  " + what)
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	return value
}

func main() {
	ctx := context.Background()
	signed := client.WithRequestEditorFn(signing(os.Getenv("BACKHAUL_API_KEY"), os.Getenv("BACKHAUL_SIGNING_SECRET")))
	direct := client.WithHTTPClient(&http.Client{CheckRedirect: noRedirect})
	api := must(client.NewClientWithResponses(os.Getenv("BACKHAUL_URL"), signed, direct))

	key := "go-1"
	created := must(api.CreateShipmentWithResponse(ctx, &client.CreateShipmentParams{IdempotencyKey: &key},
		client.ShipmentCreate{Direction: client.DirectionReturn, Fulfillment: client.FulfillmentPrintLabel}))
	check(created.JSON201 != nil && created.JSON201.Status == client.ShipmentStatusLabelReady, "a return is created")
	shipment := created.JSON201.Id

	label := must(api.ReadLabelWithResponse(ctx, shipment, &client.ReadLabelParams{}))
	check(bytes.HasPrefix(label.Body, []byte("%PDF")), "its label is fetched")

	one := 1
	first := must(api.ListEventsWithResponse(ctx, &client.ListEventsParams{Limit: &one, Shipment: &shipment}))
	second := must(api.ListEventsWithResponse(ctx, &client.ListEventsParams{Limit: &one, Shipment: &shipment, Cursor: first.JSON200.NextCursor}))
	check(first.JSON200.Data[0].EventID != second.JSON200.Data[0].EventID, "two pages of events are read")

	unfit := must(api.CreateShipmentWithResponse(ctx, nil,
		client.ShipmentCreate{Direction: client.DirectionOutbound, Fulfillment: client.FulfillmentPrintLabel}))
	check(unfit.JSON422 != nil && unfit.JSON422.Error.Code == "validation_failed", "a refusal is read")

	// The feed has events of any type, also of one that is not known here: a program decides by its type.
	check(first.JSON200.Data[0].Type == "shipment.created", "an event is read")
}
