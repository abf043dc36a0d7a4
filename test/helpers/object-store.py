"""An object store for tests: moto, with the signature checks of AWS, which moto does not have.

Checks the signature (version 4, in headers or in the URL), the hash of the content, the age of a request and the
lifetime of a signed URL. Prints its port when it listens, and exits when its standard input ends.
"""

import hashlib
import hmac
import io
import os
import sys
import threading
from contextlib import closing
from datetime import datetime, timedelta, timezone
from urllib.parse import parse_qsl, quote

from moto.server import DomainDispatcherApplication, create_backend_app
from moto.moto_server.werkzeug_app import MotoRequestHandler
from werkzeug.serving import make_server

ACCESS_KEY = os.environ["AWS_ACCESS_KEY_ID"]
SECRET_KEY = os.environ["AWS_SECRET_ACCESS_KEY"]
MAX_SKEW = timedelta(minutes=15)


class Refused(Exception):
    def __init__(self, status, code, message):
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


moto_lock = threading.Lock()


def guard(app):
    def guarded(environ, start_response):
        try:
            check(environ)
        except Refused as refused:
            body = (
                '<?xml version="1.0" encoding="UTF-8"?>\n'
                f"<Error><Code>{refused.code}</Code><Message>{refused.message}</Message></Error>"
            ).encode()
            headers = [("Content-Type", "application/xml"), ("Content-Length", str(len(body)))]
            start_response(refused.status, headers)
            return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]
        # Moto cannot write and read its files concurrently.
        with moto_lock, closing(app(environ, start_response)) as chunks:
            return [b"".join(chunks)]

    return guarded


def check(environ):
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    environ["wsgi.input"] = io.BytesIO(body)
    path, _, query = environ["REQUEST_URI"].partition("?")
    pairs = parse_qsl(query, keep_blank_values=True)
    signed = dict(pairs)
    now = datetime.now(timezone.utc)
    if "X-Amz-Signature" in signed:
        pairs = [pair for pair in pairs if pair[0] != "X-Amz-Signature"]
        credential = signed["X-Amz-Credential"]
        names, signature, date = signed["X-Amz-SignedHeaders"], signed["X-Amz-Signature"], signed["X-Amz-Date"]
        content_hash = "UNSIGNED-PAYLOAD"
        seconds = int(signed["X-Amz-Expires"])
        if not 1 <= seconds <= 7 * 24 * 3600:
            raise Refused("400 Bad Request", "AuthorizationQueryParametersError", "X-Amz-Expires is out of bounds")
        if now >= instant(date) + timedelta(seconds=seconds):
            raise Refused("403 Forbidden", "AccessDenied", "Request has expired")
        if now < instant(date) - MAX_SKEW:
            raise Refused("403 Forbidden", "AccessDenied", "Request is not yet valid")
    else:
        scheme, _, rest = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme != "AWS4-HMAC-SHA256":
            raise Refused("403 Forbidden", "AccessDenied", "Access Denied")
        fields = dict(field.strip().split("=", 1) for field in rest.split(","))
        credential, names, signature = fields["Credential"], fields["SignedHeaders"], fields["Signature"]
        date = environ["HTTP_X_AMZ_DATE"]
        content_hash = environ["HTTP_X_AMZ_CONTENT_SHA256"]
        if abs(now - instant(date)) > MAX_SKEW:
            raise Refused("403 Forbidden", "RequestTimeTooSkewed", "The request is too old or too new")
        if hashlib.sha256(body).hexdigest() != content_hash:
            raise Refused("400 Bad Request", "XAmzContentSHA256Mismatch", "The content is not what was signed")

    access_key, scope = credential.split("/", 1)
    if access_key != ACCESS_KEY:
        raise Refused("403 Forbidden", "InvalidAccessKeyId", "The access key is not known")
    canonical_query = "&".join(sorted(f"{quote(name, safe='-_.~')}={quote(value, safe='-_.~')}" for name, value in pairs))
    headers = "".join(f"{name}:{header(environ, name)}\n" for name in names.split(";"))
    canonical = "\n".join([environ["REQUEST_METHOD"], path, canonical_query, headers, names, content_hash])
    to_sign = "\n".join(["AWS4-HMAC-SHA256", date, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    key = ("AWS4" + SECRET_KEY).encode()
    for word in scope.split("/"):
        key = hmac.digest(key, word.encode(), "sha256")
    if not hmac.compare_digest(hmac.digest(key, to_sign.encode(), "sha256").hex(), signature):
        raise Refused("403 Forbidden", "SignatureDoesNotMatch", "The signature is not that of the request")
    if date[:8] != scope.split("/")[0] or scope.split("/")[2:] != ["s3", "aws4_request"]:
        raise Refused("400 Bad Request", "AuthorizationHeaderMalformed", "The credential's scope is malformed")


def instant(text):
    return datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc)


def header(environ, name):
    key = name.upper().replace("-", "_")
    value = environ.get(key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}", "")
    return " ".join(value.split())


class QuietHandler(MotoRequestHandler):
    def log(self, *_arguments):
        pass


def end_with_parent():
    sys.stdin.buffer.read()
    os._exit(0)


server = make_server(
    "127.0.0.1", 0, guard(DomainDispatcherApplication(create_backend_app)), threaded=True, request_handler=QuietHandler
)
threading.Thread(target=end_with_parent, daemon=True).start()
print(server.server_address[1], flush=True)
server.serve_forever()
