import stripe
from standardwebhooks.webhooks import Webhook


def verify_with_standard_webhooks(headers: dict[str, str], body: bytes, secret: str) -> None:
    """Raises if the signature is not valid. The names of the headers are in lower case."""
    Webhook(secret).verify(body, headers)


def verify_with_stripe(headers: dict[str, str], body: bytes, secret: str) -> None:
    """Raises if the signature is not valid. The scheme is Stripe's; only the header has another name."""
    stripe.WebhookSignature.verify_header(body.decode(), headers["x-service-signature"], secret, 300)
