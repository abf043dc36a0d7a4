// A client of OpenAPI Generator for Go.
package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"

	openapi "github.com/GIT_USER_ID/GIT_REPO_ID"
)

var (
	settings = openapi.NewConfiguration()
	ctx      = context.Background()
	list     = []map[string]any{{"name": "B"}}
)

func render(title string, items any, delivery openapi.GenerateRequestDelivery) ([]byte, error) {
	request := openapi.NewGenerateRequest(map[string]any{"title": title, "items": items})
	request.Delivery = &delivery
	call := openapi.NewAPIClient(settings).GenerateAPI.GenerateImage(ctx, os.Getenv("PLATEN_TEMPLATE"))
	file, _, err := call.GenerateRequest(*request).Execute()
	if err != nil {
		return nil, err
	}
	return io.ReadAll(file)
}

func say(name string, value string, err error) {
	if err != nil {
		value = err.Error()
	}
	fmt.Printf("%s: %s\n", name, value)
}

func main() {
	settings.Servers[0].URL = os.Getenv("PLATEN_URL")
	settings.DefaultHeader["X-Api-Key"] = os.Getenv("PLATEN_API_KEY")
	projects, _, err := openapi.NewAPIClient(settings).DiscoveryAPI.ListProjects(ctx).Execute()
	name := ""
	if err == nil {
		name = projects[0].Name
	}
	say("projects", name, err)
	picture, err := render("A", `[{"name": "B"}]`, openapi.BINARY)
	say("file", hex.EncodeToString(picture[:min(4, len(picture))]), err)
	text, err := render("A", list, openapi.LINK)
	var link struct{ Url string }
	if err == nil {
		err = json.Unmarshal(text, &link)
	}
	say("link", link.Url, err)
	picture, err = render("A", list, openapi.BINARY)
	say("lists", hex.EncodeToString(picture[:min(4, len(picture))]), err)
	_, err = render("a", list, openapi.BINARY)
	pointer := ""
	if failure, ok := err.(*openapi.GenericOpenAPIError); ok {
		if problem, ok := failure.Model().(openapi.ValidationProblem); ok {
			pointer, err = problem.Errors[0].Pointer, nil
		}
	}
	say("refused", pointer, err)
}
