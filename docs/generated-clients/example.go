// Renders a template: go run . TEMPLATE_ID '{"headline": "The harvest is in"}'
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"example.org/cards/platen"
	"github.com/google/uuid"
)

func main() {
	log.SetFlags(0)
	client, err := platen.NewClientWithResponses(
		os.Getenv("PLATEN_URL"),
		platen.WithHTTPClient(&http.Client{Timeout: time.Minute}),
		platen.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("X-Api-Key", os.Getenv("PLATEN_API_KEY"))
			return nil
		}),
	)
	check(err)
	templateId, err := uuid.Parse(os.Args[1])
	check(err)
	var request platen.GenerateRequest
	check(json.Unmarshal([]byte(os.Args[2]), &request.Variables))

	answer, err := client.GenerateImageWithResponse(context.Background(), templateId, nil, request)
	check(err)
	switch problem := answer.ApplicationproblemJSON400; {
	case answer.StatusCode() == http.StatusOK:
		check(os.WriteFile("picture.png", answer.Body, 0o644))
		left := answer.HTTPResponse.Header.Get("X-Quota-Remaining")
		fmt.Println("picture.png written;", left, "renders left this month")
	case problem != nil && problem.Errors != nil:
		for _, place := range *problem.Errors {
			log.Printf("%s: %s", place.Pointer, place.Detail)
		}
		os.Exit(1)
	default:
		log.Fatalf("%s: %s", answer.Status(), answer.Body)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
