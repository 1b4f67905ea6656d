#!/bin/sh
# Creates a shipment with a signed request. Needs curl and openssl.
set -eu

# send METHOD PATH BODY: one signed request; BODY is sent as exactly the bytes that are signed.
send() {
  timestamp=$(date +%s)
  signature=$(printf '%s.%s' "$timestamp" "$3" | openssl dgst -sha256 -hmac "$BACKHAUL_SIGNING_SECRET" -r | cut -d ' ' -f 1)
  method=$1
  path=$2
  body=$3
  set -- -H "X-Api-Key: $BACKHAUL_API_KEY" -H "X-Service-Timestamp: $timestamp" -H "X-Service-Signature: $signature"
  if [ "$method" = POST ]; then set -- "$@" -H "Idempotency-Key: $(openssl rand -hex 16)"; fi
  if [ -n "$body" ]; then set -- "$@" -H 'Content-Type: application/json' --data-binary "$body"; fi
  curl --silent --show-error --fail-with-body --request "$method" "$@" "$BACKHAUL_URL$path"
}

shipment=$(send POST /v2/shipments '{"direction":"return","fulfillment":"print_label","order_id":"ORDER-10442"}')
id=$(printf '%s' "$shipment" | sed 's/.*"id":"\(shp_[^"]*\)".*/\1/')

# A request without a body signs the timestamp and the dot alone.
send GET "/v2/shipments/$id" '' >/dev/null
printf '200 %s label_ready\n' "$id"
