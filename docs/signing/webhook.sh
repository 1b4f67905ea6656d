#!/bin/sh
# Verifies one delivery whose body is in a file: sh webhook.sh TIMESTAMP SIGNATURE FILE. Prints "genuine", or exits with 1.
# For trying things out: a shell's comparison is not constant-time, and openssl shows the secret to anyone who lists the processes.
set -eu
expected=$({ printf '%s.' "$1"; cat "$3"; } | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d ' ' -f 1)
age=$(($(date +%s) - $1))
if [ "$expected" = "$2" ] && [ "$age" -le 300 ] && [ "$age" -ge -300 ]; then echo genuine; else echo 'not genuine: answer 401 and do nothing' >&2; exit 1; fi
