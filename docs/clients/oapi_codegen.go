// Signs the requests of a client of oapi-codegen: NewClientWithResponses(url, WithRequestEditorFn(signing(apiKey, secret))).
package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The CheckRedirect of the http.Client: the key must not go to another address.
func noRedirect(*http.Request, []*http.Request) error {
	return http.ErrUseLastResponse
}

func signing(apiKey, secret string) func(context.Context, *http.Request) error {
	return func(_ context.Context, request *http.Request) error {
		// The bytes that are sent; none for a GET.
		var body []byte
		if request.Body != nil {
			var err error
			if body, err = io.ReadAll(request.Body); err != nil {
				return err
			}
			request.Body = io.NopCloser(bytes.NewReader(body))
		}
		host := request.Host
		if host == "" {
			host = request.URL.Host
		}
		timestamp := strconv.FormatInt(time.Now().Unix(), 10)
		signature := hmac.New(sha256.New, []byte(secret))
		head := []string{"v2", timestamp, request.Method, request.URL.RequestURI(), strings.ToLower(host), ""}
		signature.Write([]byte(strings.Join(head, "\n")))
		signature.Write(body)
		request.Header.Set("X-Api-Key", apiKey)
		request.Header.Set("X-Service-Timestamp", timestamp)
		request.Header.Set("X-Service-Signature-V2", hex.EncodeToString(signature.Sum(nil)))
		return nil
	}
}
