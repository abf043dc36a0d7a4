# Receives the callbacks of batch jobs.
#   PLATEN_CALLBACK_SECRET=whsec_… PORT=3000 python3 receiver.py
import base64
import hashlib
import hmac
import json
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("PLATEN_CALLBACK_SECRET", "")
if not SECRET.startswith("whsec_"):
    raise SystemExit("PLATEN_CALLBACK_SECRET must be set, and begins with whsec_.")


def is_signed_by_service(headers, body: bytes) -> bool:
    """X-Service-Signature: t=<unix seconds>,v1=<hex>[,v1=<hex>…]. The key is the whole text of the secret."""
    pairs = [pair.strip().partition("=") for pair in headers.get("X-Service-Signature", "").split(",")]
    sent_at = next((value for name, _, value in pairs if name == "t"), "")
    expected = hmac.new(SECRET.encode(), sent_at.encode() + b"." + body, hashlib.sha256).hexdigest()
    given = [value for name, _, value in pairs if name == "v1"]
    return any(is_same(value, expected) for value in given) and is_recent(sent_at)


def is_standard_webhook(headers, body: bytes) -> bool:
    """webhook-signature: v1,<base64>[ v1,<base64>…]. The key is the bytes that the secret encodes."""
    sent_at = headers.get("webhook-timestamp", "")
    signed = f"{headers.get('webhook-id', '')}.{sent_at}.".encode() + body
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(is_same(value, expected) for value in given) and is_recent(sent_at)


def is_same(given: str, expected: str) -> bool:
    """Compares in constant time, so that the time reveals nothing about the expected signature."""
    return hmac.compare_digest(given.encode(), expected.encode())


def is_recent(sent_at: str) -> bool:
    """Refuses replayed deliveries, and times too far in the future."""
    return re.fullmatch(r"[0-9]{1,12}", sent_at) is not None and abs(time.time() - int(sent_at)) <= 300


VERIFY = {"/platen": is_signed_by_service, "/standard": is_standard_webhook}

# In your service: a table with the delivery id as its key, written together with the work to do.
seen = set()
lock = threading.Lock()


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_POST(self):
        status = self.receive()
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
        if status in (404, 411, 413):  # The body has not been read.
            self.send_header("Connection", "close")
        self.end_headers()

    def receive(self) -> int:
        verify = VERIFY.get(self.path)
        if verify is None:
            return 404
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9]{1,9}", length):
            return 411
        if int(length) > 65_536:
            return 413
        # The raw bytes: the signature covers them, and not JSON that was parsed and serialised again.
        body = self.rfile.read(int(length))
        if not verify(self.headers, body):
            return 401

        completion = json.loads(body)
        with lock:
            is_new = completion["deliveryId"] not in seen
            seen.add(completion["deliveryId"])
        if not is_new:
            print(f"delivery {completion['deliveryId']} came again", flush=True)
            return 204
        # Work after the answer: without an answer within ten seconds the delivery is sent again.
        done, of = completion["completedItems"], completion["totalItems"]
        print(f"job {completion['jobId']} {completion['status']}: {done} of {of}", flush=True)
        return 204

    def log_message(self, format, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
print(f"listening on port {server.server_port}", flush=True)
server.serve_forever()
