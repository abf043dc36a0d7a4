// A client of ogen.
package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"

	"example.org/check/api"
	"github.com/google/uuid"
)

type security struct{}

func (security) ApiKey(context.Context, api.OperationName) (api.ApiKey, error) {
	return api.ApiKey{APIKey: os.Getenv("PLATEN_API_KEY")}, nil
}

var list = []map[string]any{{"name": "B"}}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func client() *api.Client { return must(api.NewClient(os.Getenv("PLATEN_URL"), security{})) }

func render(title string, items any, delivery api.GenerateRequestDelivery) api.GenerateImageRes {
	values := api.VariableValues{"title": must(json.Marshal(title)), "items": must(json.Marshal(items))}
	request := api.GenerateRequest{Variables: values, Delivery: api.NewOptGenerateRequestDelivery(delivery)}
	template := api.GenerateImageParams{TemplateId: uuid.MustParse(os.Getenv("PLATEN_TEMPLATE"))}
	return must(client().GenerateImage(context.Background(), &request, template))
}

func picture(title string, items any) string {
	first := make([]byte, 4)
	must(render(title, items, "binary").(*api.GenerateImageOKImagePNGHeaders).Response.Read(first))
	return hex.EncodeToString(first)
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
		answer := must(client().ListProjects(context.Background(), api.ListProjectsParams{}))
		return answer.(*api.ListProjectsOKHeaders).Response[0].Name
	})
	say("file", func() string { return picture("A", `[{"name": "B"}]`) })
	say("link", func() string {
		link := render("A", list, "link").(*api.ShareLinkHeaders).Response.URL
		return link.String()
	})
	say("lists", func() string { return picture("A", list) })
	say("refused", func() string {
		return render("a", list, "binary").(*api.ValidationProblemHeaders).Response.Errors[0].Pointer
	})
}
