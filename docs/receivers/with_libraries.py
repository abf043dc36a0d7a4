import stripe
from standardwebhooks.webhooks import Webhook


def verify_with_standard_webhooks(headers: dict[str, str], body: bytes, secret: str) -> None:
    """Raises where the delivery is not genuine. The names of the headers are in lower case."""
    Webhook(secret).verify(body, headers)


def verify_with_stripe(headers: dict[str, str], body: bytes, secret: str) -> None:
    """Raises where the delivery is not genuine. The scheme is Stripe's, under a name of our own."""
    stripe.WebhookSignature.verify_header(body.decode(), headers["x-service-signature"], secret, 300)
