#!/bin/sh
# Signs the whole of a request: sh v2.sh TIMESTAMP METHOD TARGET HOST BODY. Prints the value of X-Service-Signature-V2.
# TARGET is path and query, exactly as sent. For trying things out: openssl shows the secret to anyone who lists the processes.
set -eu
printf 'v2\n%s\n%s\n%s\n%s\n%s' "$1" "$2" "$3" "$4" "$5" | openssl dgst -sha256 -hmac "$BACKHAUL_SIGNING_SECRET" -r | cut -d ' ' -f 1
