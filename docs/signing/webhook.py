# Verifies one delivery: python3 webhook.py TIMESTAMP SIGNATURE <body. Prints the event's type, or exits with 1.
import hashlib
import hmac
import json
import os
import sys
import time

TOLERANCE_S = 300


def is_genuine(body, timestamp, signature, secret):
    """`body` is the raw body as received: parse it after this, never before."""
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return False
    expected = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())


timestamp, signature = sys.argv[1:3]
body = sys.stdin.buffer.read()
if not is_genuine(body, timestamp, signature, os.environ["WEBHOOK_SECRET"]):
    sys.exit("not genuine: answer 401 and do nothing")
print(json.loads(body)["type"])
