// Checks that the Go and Java programs of docs/guide/clients.md compile, and that they make the signatures of docs/signing/v2-vectors.json.
// A language without a compiler on this machine is skipped. Not part of `npm test`, because a first compilation takes half a minute.
import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const guide = readFileSync(join(root, 'docs/guide/clients.md'), 'utf8')
const vectors = JSON.parse(readFileSync(join(root, 'docs/signing/v2-vectors.json'), 'utf8'))
const blocks = (language) => [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code)
const directory = mkdtempSync(join(tmpdir(), 'backhaul-guide-'))
const has = (command, ...args) => spawnSync(command, args).status === 0

const run = (command, args, input = '') => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: directory, input, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}: ${stdout}${stderr}`)
  return stdout
}

const GO_TEST = `package backhaul

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestVectors(t *testing.T) {
	text, _ := os.ReadFile("vectors.json")
	var vectors []struct {
		Secret, Method, Target, Host, Body, Signature string
		Timestamp                                     int
	}
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors) == 0 {
		t.Fatal(err)
	}
	for _, v := range vectors {
		if Signature(v.Secret, strconv.Itoa(v.Timestamp), v.Method, v.Target, v.Host, []byte(v.Body)) != v.Signature {
			t.Error(v)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	seen := 0
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen++
		if Signature("s", r.Header.Get("X-Service-Timestamp"), r.Method, r.RequestURI, r.Host, body) != r.Header.Get("X-Service-Signature-V2") {
			t.Error(r.Method, r.RequestURI)
		}
	}))
	client := &http.Client{Transport: Signer{Key: "k", Secret: "s"}, CheckRedirect: NoRedirect}
	client.Get(server.URL + "/v2/shipments?order_id=A%2F1&q=")
	client.Post(server.URL+"/v2/shipments", "application/json", strings.NewReader("{}"))
	if seen != 2 {
		t.Error(seen)
	}
}

func TestRedirect(t *testing.T) {
	elsewhere := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere++ }))
	server := httptest.NewServer(http.RedirectHandler(other.URL, 307))
	client := &http.Client{Transport: Signer{Key: "k", Secret: "s"}, CheckRedirect: NoRedirect}
	answer, err := client.Post(server.URL+"/v2/shipments", "application/json", strings.NewReader("{}"))
	if err != nil || answer.StatusCode != 307 || answer.Header.Get("Location") != other.URL || elsewhere != 0 {
		t.Error(answer, err, elsewhere)
	}
}

func TestWebhook(t *testing.T) {
	now := time.Now().Unix()
	header := func(seconds int64) http.Header {
		text := strconv.FormatInt(seconds, 10)
		return http.Header{"X-Service-Timestamp": {text}, "X-Service-Signature": {mac("w", []byte(text+"."), []byte("body"))}}
	}
	if !IsGenuine("w", header(now), []byte("body")) || IsGenuine("w", header(now), []byte("bodY")) || IsGenuine("w", header(now-400), []byte("body")) {
		t.Error("a genuine delivery is one with a fitting signature of these minutes")
	}
}
`

const go = () => {
  const [program] = blocks('go').filter((code) => code.startsWith('package backhaul'))
  writeFileSync(join(directory, 'sign.go'), program)
  writeFileSync(join(directory, 'sign_test.go'), GO_TEST)
  writeFileSync(join(directory, 'go.mod'), 'module backhaul\n\ngo 1.19\n')
  writeFileSync(join(directory, 'vectors.json'), JSON.stringify(vectors))
  run('go', ['test', './...'])
}

const java = () => {
  const [interceptor, helpers] = blocks('java')
  const packages = 'net net.http nio nio.charset security time util util.concurrent util.function'
    .split(' ')
    .map((name) => `import java.${name}.*;`)
  writeFileSync(
    join(directory, 'Signing.java'),
    `${packages.join('\n')}
import javax.crypto.*;
import javax.crypto.spec.*;

public class Signing {
${helpers}
  static class ApiClient {
    Consumer<HttpRequest.Builder> interceptor;
    void setRequestInterceptor(Consumer<HttpRequest.Builder> given) { interceptor = given; }
  }
  /** Secret, method, address and body in hex: prints the timestamp and the signature. */
  public static void main(String[] given) {
    String key = "k", secret = given[0];
    ApiClient apiClient = new ApiClient();
    ${interceptor}
    HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(given[2]));
    byte[] bytes = HexFormat.of().parseHex(given[3]);
    builder.method(given[1], bytes.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(bytes));
    apiClient.interceptor.accept(builder);
    HttpHeaders headers = builder.build().headers();
    System.out.println(headers.firstValue("X-Service-Timestamp").get() + " " + headers.firstValue("X-Service-Signature-V2").get());
  }
}
`,
  )
  run('javac', ['Signing.java'])
  for (const { secret, method, target, host, body } of vectors) {
    const [timestamp, signature] = run('java', ['Signing', secret, method, `http://${host}${target}`, Buffer.from(body).toString('hex')])
      .trim()
      .split(' ')
    const expected = createHmac('sha256', secret).update(`v2\n${timestamp}\n${method}\n${target}\n${host}\n${body}`).digest('hex')
    if (signature !== expected) throw new Error(`the Java code of the guide makes another signature for ${method} ${target}`)
  }
}

try {
  for (const [name, check, present] of [
    ['Go', go, has('go', 'version')],
    ['Java', java, has('javac', '-version')],
  ]) {
    if (present) check()
    console.log(present ? `${name}: signs as documented` : `skipped: ${name} is not installed`)
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
