# Creates a shipment with a signed request. Needs Python 3.8 and nothing else.
import hashlib
import hmac
import json
import os
import time
import urllib.request
import uuid

URL = os.environ["BACKHAUL_URL"]
API_KEY = os.environ["BACKHAUL_API_KEY"]
SIGNING_SECRET = os.environ["BACKHAUL_SIGNING_SECRET"]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key must not go to another address."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


def send(method, path, body=b"", headers={}):
    """Sends one signed request. `body` is sent as exactly the bytes that are signed."""
    timestamp = str(int(time.time()))
    signed = timestamp.encode() + b"." + body
    signature = hmac.new(SIGNING_SECRET.encode(), signed, hashlib.sha256).hexdigest()
    request = urllib.request.Request(URL + path, method=method, data=body or None, headers={
        "X-Api-Key": API_KEY,
        "X-Service-Timestamp": timestamp,
        "X-Service-Signature": signature,
        **({"Content-Type": "application/json"} if body else {}),
        **headers,
    })
    with OPENER.open(request) as response:
        return response.status, json.load(response)


body = json.dumps({"direction": "return", "fulfillment": "print_label", "order_id": "ORDER-10442"}).encode()
_, shipment = send("POST", "/v2/shipments", body, {"Idempotency-Key": str(uuid.uuid4())})

# A request without a body signs the timestamp and the dot alone.
status, read = send("GET", "/v2/shipments/" + shipment["id"])
print(status, read["id"], read["status"])
