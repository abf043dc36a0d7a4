// Receives the callbacks of batch jobs.
//
//	PLATEN_CALLBACK_SECRET=whsec_… PORT=3000 go run receiver.go
package main

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type completion struct {
	DeliveryID     string `json:"deliveryId"`
	JobID          string `json:"jobId"`
	Status         string `json:"status"` // COMPLETED, FAILED or CANCELLED
	TotalItems     int    `json:"totalItems"`
	CompletedItems int    `json:"completedItems"`
	FailedItems    int    `json:"failedItems"`
	CompletedAt    string `json:"completedAt"`
}

var secret = os.Getenv("PLATEN_CALLBACK_SECRET")

// isSignedByService checks X-Service-Signature: t=<unix seconds>,v1=<hex>[,v1=<hex>…].
// The key is the whole text of the secret.
func isSignedByService(header http.Header, body []byte) bool {
	sentAt, given := "", []string{}
	for _, pair := range strings.Split(header.Get("X-Service-Signature"), ",") {
		switch name, value, _ := strings.Cut(strings.TrimSpace(pair), "="); name {
		case "t":
			sentAt = value
		case "v1":
			given = append(given, value)
		}
	}
	expected := sign([]byte(secret), sentAt+".", body)
	for _, text := range given {
		// hmac.Equal compares in constant time.
		if mac, err := hex.DecodeString(text); err == nil && hmac.Equal(mac, expected) {
			return isRecent(sentAt)
		}
	}
	return false
}

// isStandardWebhook checks webhook-signature: v1,<base64>[ v1,<base64>…].
// The key is the bytes that the secret encodes.
func isStandardWebhook(header http.Header, body []byte) bool {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	sentAt := header.Get("webhook-timestamp")
	expected := sign(key, header.Get("webhook-id")+"."+sentAt+".", body)
	for _, text := range strings.Split(header.Get("webhook-signature"), " ") {
		version, value, _ := strings.Cut(text, ",")
		mac, err := base64.StdEncoding.DecodeString(value)
		if version == "v1" && err == nil && hmac.Equal(mac, expected) {
			return isRecent(sentAt)
		}
	}
	return false
}

func sign(key []byte, prefix string, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(prefix))
	mac.Write(body)
	return mac.Sum(nil)
}

// isRecent refuses replayed deliveries, and times too far in the future.
func isRecent(sentAt string) bool {
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	return err == nil && time.Since(time.Unix(seconds, 0)).Abs() <= 5*time.Minute
}

// In your service: a table with the delivery id as its key, written together with the work to do.
var seen sync.Map

func receive(verify func(http.Header, []byte) bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		// The raw bytes: the signature covers them, and not JSON that was parsed and serialised again.
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 65_536))
		if err != nil {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		if !verify(r.Header, body) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var callback completion
		if err := json.Unmarshal(body, &callback); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if _, known := seen.LoadOrStore(callback.DeliveryID, true); known {
			fmt.Printf("delivery %s came again\n", callback.DeliveryID)
		} else {
			// Work after the answer: without an answer within ten seconds the delivery is sent again.
			fmt.Printf("job %s %s: %d of %d\n", callback.JobID, callback.Status, callback.CompletedItems, callback.TotalItems)
		}
		w.WriteHeader(http.StatusNoContent)
	}
}

func main() {
	if !strings.HasPrefix(secret, "whsec_") {
		log.Fatal("PLATEN_CALLBACK_SECRET must be set, and begins with whsec_.")
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /platen", receive(isSignedByService))
	mux.HandleFunc("POST /standard", receive(isStandardWebhook))
	listener, err := net.Listen("tcp", "127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "3000"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on port", listener.Addr().(*net.TCPAddr).Port)
	server := &http.Server{Handler: mux, ReadTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}
