"""Signs the requests of a client of openapi-python-client:

AuthenticatedClient(base_url=url, token=api_key, prefix="", auth_header_name="X-Api-Key", httpx_args={"auth": Signing(secret)})
"""

import hashlib
import hmac
import time

import httpx


class Signing(httpx.Auth):
    requires_request_body = True

    def __init__(self, secret):
        self.secret = secret.encode()

    def auth_flow(self, request):
        timestamp = str(int(time.time()))
        target, host = request.url.raw_path.decode(), request.headers["Host"].lower()
        head = "\n".join(["v2", timestamp, request.method, target, host, ""])
        # The bytes that are sent; none for a GET.
        signed = head.encode() + request.content
        request.headers["X-Service-Timestamp"] = timestamp
        request.headers["X-Service-Signature-V2"] = hmac.new(self.secret, signed, hashlib.sha256).hexdigest()
        yield request
