// Uses a service through the client that oapi-codegen generated, and prints what came of it as one JSON object. Takes the
// folder for pictures and archives as its argument. The generated package is beside this file.
package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"example.org/check/platen"
	"github.com/google/uuid"
)

var (
	ctx    = context.Background()
	folder = os.Args[1]
	client = connect(os.Getenv("PLATEN_API_KEY"))
)

type object = map[string]any

func main() {
	log.SetFlags(log.Lshortfile)
	card, summary := discover()
	summary["quota"] = render(card)
	summary["refused"] = refuse(card)
	summary["share"] = share(card)
	summary["batch"] = batch(card)
	summary["cancelled"] = cancel(card)
	summary["background"] = background(card)
	must(json.NewEncoder(os.Stdout).Encode(summary))
}

func connect(key string) *platen.ClientWithResponses {
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-Api-Key", key)
		return nil
	}
	connected, err := platen.NewClientWithResponses(
		os.Getenv("PLATEN_URL"),
		platen.WithHTTPClient(&http.Client{Timeout: time.Minute}),
		platen.WithRequestEditorFn(withKey),
	)
	must(err)
	return connected
}

func discover() (platen.TemplateSummary, object) {
	projects := collect(func(page, one int32) []platen.Project {
		answer, err := client.ListProjectsWithResponse(ctx, &platen.ListProjectsParams{Page: &page, Limit: &one})
		must(err)
		return *expect(answer.JSON200, answer.Body)
	})
	var templates []platen.TemplateSummary
	for _, project := range projects {
		templates = append(templates, collect(func(page, one int32) []platen.TemplateSummary {
			params := platen.ListProjectTemplatesParams{Page: &page, Limit: &one}
			answer, err := client.ListProjectTemplatesWithResponse(ctx, project.Id, &params)
			must(err)
			return *expect(answer.JSON200, answer.Body)
		})...)
	}
	card := templates[slices.IndexFunc(templates, func(t platen.TemplateSummary) bool { return t.Name == "Card" })]
	answer, err := client.GetTemplateWithResponse(ctx, card.Id)
	must(err)
	template := expect(answer.JSON200, answer.Body)
	var variables [][]any
	for _, variable := range template.Variables {
		variables = append(variables, []any{variable.Name, variable.Type, variable.Required, variable.DefaultValue})
	}
	return card, object{
		"projects":  sorted(projects, func(project platen.Project) string { return project.Name }),
		"templates": sorted(templates, func(template platen.TemplateSummary) string { return template.Name }),
		"viewport":  []int{template.Viewport.Width, template.Viewport.Height},
		"variables": variables,
	}
}

func render(card platen.TemplateSummary) (left []int) {
	formats := []platen.GenerateRequestFormat{
		platen.GenerateRequestFormatPng,
		platen.GenerateRequestFormatJpeg,
		platen.GenerateRequestFormatWebp,
		platen.GenerateRequestFormatAvif,
		platen.GenerateRequestFormatSvg,
		platen.GenerateRequestFormatPdf,
	}
	for _, format := range formats {
		params := platen.GenerateImageParams{IdempotencyKey: pointer("render-" + string(format))}
		answer, err := client.GenerateImageWithResponse(ctx, card.Id, &params, platen.GenerateRequest{
			Variables: platen.VariableValues{"title": "Ž — 終"},
			Format:    &format,
			Options:   &platen.RenderOptions{Scale: pointer(2)},
		})
		must(err)
		if answer.StatusCode() != http.StatusOK {
			log.Fatalf("%s: %s", answer.Status(), answer.Body)
		}
		must(os.WriteFile(filepath.Join(folder, "render."+string(format)), answer.Body, 0o644))
		remaining, err := strconv.Atoi(answer.HTTPResponse.Header.Get("X-Quota-Remaining"))
		must(err)
		left = append(left, remaining)
	}
	return left
}

func refuse(card platen.TemplateSummary) object {
	answer, err := client.GenerateImageWithResponse(ctx, card.Id, nil, platen.GenerateRequest{
		Variables: platen.VariableValues{"title": "A", "code": "lower case"},
	})
	must(err)
	problem := expect(answer.ApplicationproblemJSON400, answer.Body)
	stranger, err := connect("nobody").ListProjectsWithResponse(ctx, nil)
	must(err)
	return object{
		"problem":      []any{problem.Status, problem.Code, (*problem.Errors)[0].Pointer},
		"unauthorized": expect(stranger.ApplicationproblemJSON401, stranger.Body).Code,
	}
}

func share(card platen.TemplateSummary) object {
	answer, err := client.GenerateImageWithResponse(ctx, card.Id, nil, platen.GenerateRequest{
		Variables: platen.VariableValues{"title": "A"},
		Delivery:  pointer(platen.GenerateRequestDeliveryLink),
	})
	must(err)
	link := expect(answer.JSON200, answer.Body)
	if *link.TemplateId != card.Id || !link.ExpiresAt.After(time.Now()) {
		log.Fatalf("%+v", link)
	}
	status, picture := fetch(link.Url)
	must(os.WriteFile(filepath.Join(folder, "shared.png"), picture, 0o644))

	page, err := client.ListSharesWithResponse(ctx, nil)
	must(err)
	var listed []bool
	for _, other := range expect(page.JSON200, page.Body).Data {
		listed = append(listed, other.Id == link.Id)
	}
	revoked, err := client.RevokeShareWithResponse(ctx, link.Id)
	must(err)
	statusAfter, _ := fetch(link.Url)
	return object{
		"mimeType":    link.MimeType,
		"fileSize":    link.FileSize,
		"status":      status,
		"listed":      listed,
		"revoked":     revoked.StatusCode(),
		"statusAfter": statusAfter,
	}
}

func submit(card platen.TemplateSummary, rows []platen.VariableValues, key string) *platen.SubmitBatchJobResponse {
	params := platen.SubmitBatchJobParams{IdempotencyKey: &key}
	submission := platen.BatchSubmission{
		Template: platen.BatchSubmissionTemplate{
			TemplateId: card.Id,
			Format:     pointer(platen.BatchSubmissionTemplateFormatJpeg),
			Output:     &platen.BatchSubmissionOutput{FilenamePattern: pointer("{index}-{title}")},
		},
		Rows: rows,
	}
	for {
		answer, err := client.SubmitBatchJobWithResponse(ctx, &params, submission)
		must(err)
		limit := answer.ApplicationproblemJSON429
		if limit == nil || limit.Code != platen.BatchLimitProblemCodeRATELIMITEXCEEDED {
			return answer
		}
		seconds, err := strconv.Atoi(answer.HTTPResponse.Header.Get("Retry-After"))
		must(err)
		time.Sleep(time.Duration(seconds) * time.Second)
	}
}

func read(jobId uuid.UUID) *platen.BatchJob {
	answer, err := client.GetBatchJobWithResponse(ctx, jobId)
	must(err)
	return expect(answer.JSON200, answer.Body)
}

func batch(card platen.TemplateSummary) object {
	refused := submit(card, []platen.VariableValues{{"title": "A"}, {"title": "B", "code": "?"}}, uuid.NewString())
	problem := expect(refused.ApplicationproblemJSON400, refused.Body)

	key := uuid.NewString()
	rows := []platen.VariableValues{{"title": "One"}, {"title": "Ž — 終"}, {"title": "Three", "code": "AB12"}}
	accepted := submit(card, rows, key)
	again := submit(card, rows, key)
	jobId := expect(accepted.JSON202, accepted.Body).JobId
	job := read(jobId)
	for job.Status == platen.BatchStatusPENDING || job.Status == platen.BatchStatusPROCESSING {
		time.Sleep(100 * time.Millisecond)
		job = read(jobId)
	}
	if job.CompletedAt.Before(*job.StartedAt) {
		log.Fatalf("%+v", job)
	}

	items := collect(func(page, _ int32) []platen.BatchItem {
		params := platen.ListBatchItemsParams{Page: &page, Size: pointer(int32(2))}
		answer, err := client.ListBatchItemsWithResponse(ctx, jobId, &params)
		must(err)
		return expect(answer.JSON200, answer.Body).Data
	})
	var outcomes [][]any
	for _, item := range items {
		outcomes = append(outcomes, []any{item.RowIndex, item.Filename, item.Status, item.Error})
	}
	return object{
		"problem":  []any{problem.Status, problem.Code, (*problem.Errors)[0].Pointer},
		"sameJob":  expect(again.JSON202, again.Body).JobId == jobId,
		"status":   job.Status,
		"counts":   []int{job.TotalItems, job.CompletedItems, job.FailedItems},
		"callback": job.CompletionCallback,
		"items":    outcomes,
		"entries":  unpack(jobId),
	}
}

// Writes the files of an archive to the folder. The archive as an answer and that of the URL must be the same.
func unpack(jobId uuid.UUID) (names []string) {
	params := platen.GetBatchResultParams{Delivery: pointer(platen.GetBatchResultParamsDeliveryZip)}
	answer, err := client.GetBatchResult(ctx, jobId, &params)
	must(err)
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	must(err)
	location, err := client.GetBatchResultWithResponse(ctx, jobId, nil)
	must(err)
	if _, same := fetch(expect(location.JSON200, location.Body).DownloadUrl); !bytes.Equal(data, same) {
		log.Fatalf("%d bytes in the answer, %d at the URL", len(data), len(same))
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	must(err)
	for _, entry := range archive.File {
		names = append(names, entry.Name)
		file, err := entry.Open()
		must(err)
		content, err := io.ReadAll(file)
		must(err)
		must(os.WriteFile(filepath.Join(folder, filepath.Base(entry.Name)), content, 0o644))
	}
	return names
}

func cancel(card platen.TemplateSummary) object {
	accepted := submit(card, slices.Repeat([]platen.VariableValues{{"title": "A"}}, 100), uuid.NewString())
	jobId := expect(accepted.JSON202, accepted.Body).JobId
	early, err := client.GetBatchResultWithResponse(ctx, jobId, nil)
	must(err)
	cancelled, err := client.CancelBatchJobWithResponse(ctx, jobId)
	must(err)
	page, err := client.ListBatchJobsWithResponse(ctx, &platen.ListBatchJobsParams{
		Status: &[]platen.ListBatchJobsParamsStatus{
			platen.ListBatchJobsParamsStatusCANCELLED,
			platen.ListBatchJobsParamsStatusFAILED,
		},
	})
	must(err)
	var listed []bool
	for _, job := range expect(page.JSON200, page.Body).Data {
		listed = append(listed, job.JobId == jobId)
	}
	status := read(jobId).Status
	deleted, err := client.DeleteBatchJobWithResponse(ctx, jobId)
	must(err)
	gone, err := client.GetBatchJobWithResponse(ctx, jobId)
	must(err)
	problem := expect(gone.ApplicationproblemJSON404, gone.Body)
	return object{
		"early":    expect(early.ApplicationproblemJSON409, early.Body).Code,
		"answered": cancelled.StatusCode(),
		"status":   status,
		"listed":   listed,
		"deleted":  deleted.StatusCode(),
		"gone":     []any{problem.Status, problem.Code},
	}
}

func background(card platen.TemplateSummary) object {
	params := platen.SubmitRenderParams{IdempotencyKey: pointer(uuid.NewString())}
	submission := platen.RenderSubmission{
		Variables: platen.VariableValues{"title": "Long"},
		Format:    pointer(platen.RenderSubmissionFormatPdf),
		Metadata:  &platen.Metadata{"order": "A-1047"},
	}
	send := func() uuid.UUID {
		answer, err := client.SubmitRenderWithResponse(ctx, card.Id, &params, submission)
		must(err)
		return expect(answer.JSON202, answer.Body).RenderId
	}
	read := func(renderId uuid.UUID) *platen.Render {
		answer, err := client.GetRenderWithResponse(ctx, renderId)
		must(err)
		return expect(answer.JSON200, answer.Body)
	}
	renderId := send()
	again := send()
	done := read(renderId)
	for done.Status == platen.BatchStatusPENDING || done.Status == platen.BatchStatusPROCESSING {
		time.Sleep(100 * time.Millisecond)
		done = read(renderId)
	}
	location, err := client.GetRenderFileWithResponse(ctx, renderId)
	must(err)
	_, file := fetch(expect(location.JSON200, location.Body).DownloadUrl)
	page, err := client.ListRendersWithResponse(ctx, nil)
	must(err)
	var listed []bool
	for _, render := range expect(page.JSON200, page.Body).Data {
		listed = append(listed, render.RenderId == renderId)
	}
	deleted, err := client.DeleteRenderWithResponse(ctx, renderId)
	must(err)
	gone, err := client.GetRenderWithResponse(ctx, renderId)
	must(err)
	problem := expect(gone.ApplicationproblemJSON404, gone.Body)
	return object{
		"sameRender": again == renderId,
		"status":     done.Status,
		"metadata":   done.Metadata,
		"pages":      done.PageCount,
		"isPdf":      bytes.HasPrefix(file, []byte("%PDF-")) && len(file) == *done.FileSize,
		"listed":     listed,
		"deleted":    deleted.StatusCode(),
		"gone":       []any{problem.Status, problem.Code},
	}
}

// The entries of all pages; the first empty one is the end.
func collect[T any](read func(page, one int32) []T) (entries []T) {
	for page := int32(0); ; page++ {
		found := read(page, 1)
		if len(found) == 0 {
			return entries
		}
		entries = append(entries, found...)
	}
}

func sorted[T any, N cmp.Ordered](entries []T, name func(T) N) (names []N) {
	for _, entry := range entries {
		names = append(names, name(entry))
	}
	slices.Sort(names)
	return names
}

func fetch(url string) (status int, body []byte) {
	answer, err := http.Get(url)
	must(err)
	defer answer.Body.Close()
	body, err = io.ReadAll(answer.Body)
	must(err)
	return answer.StatusCode, body
}

// What the answer holds, which must be of this type.
func expect[T any](value *T, body []byte) *T {
	if value == nil {
		log.Output(2, fmt.Sprintf("Expected %T but received %s", value, body))
		os.Exit(1)
	}
	return value
}

func pointer[T any](value T) *T { return &value }

func must(err error) {
	if err != nil {
		log.Output(2, err.Error())
		os.Exit(1)
	}
}
