// A client of oapi-codegen, with its settings of docs/generated-clients.
package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"example.org/check/platen"
	"github.com/google/uuid"
)

var list = []map[string]any{{"name": "B"}}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func render(title string, items any, delivery string) *platen.GenerateImageResponse {
	var request platen.GenerateRequest
	values := map[string]any{"title": title, "items": items}
	text := must(json.Marshal(map[string]any{"variables": values, "delivery": delivery}))
	must(0, json.Unmarshal(text, &request))
	template := uuid.MustParse(os.Getenv("PLATEN_TEMPLATE"))
	return must(client().GenerateImageWithResponse(context.Background(), template, nil, request))
}

func client() *platen.ClientWithResponses {
	key := platen.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-Api-Key", os.Getenv("PLATEN_API_KEY"))
		return nil
	})
	return must(platen.NewClientWithResponses(os.Getenv("PLATEN_URL"), key))
}

func say(name string, call func() string) {
	defer func() {
		if failure := recover(); failure != nil {
			fmt.Printf("%s: %v\n", name, failure)
		}
	}()
	fmt.Printf("%s: %s\n", name, call())
}

func main() {
	say("projects", func() string {
		return (*must(client().ListProjectsWithResponse(context.Background(), nil)).JSON200)[0].Name
	})
	say("file", func() string { return hex.EncodeToString(render("A", `[{"name": "B"}]`, "binary").Body[:4]) })
	say("link", func() string { return render("A", list, "link").JSON200.Url })
	say("lists", func() string { return hex.EncodeToString(render("A", list, "binary").Body[:4]) })
	say("refused", func() string { return (*render("a", list, "binary").ApplicationproblemJSON400.Errors)[0].Pointer })
}
