import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';

type Headers = Record<string, string>; // Names in lower case, as in Node.

/** Throws if the signature is not valid. */
export function verifyWithStandardWebhooks(headers: Headers, body: Buffer, secret: string): void {
  new Webhook(secret).verify(body, headers);
}

/** Throws if the signature is not valid. The scheme is Stripe's; only the header has another name. */
export function verifyWithStripe(headers: Headers, body: Buffer, secret: string): void {
  const { signature } = Stripe.webhooks;
  if (!signature?.verifyHeader(body, headers['x-service-signature'] ?? '', secret, 300)) {
    throw new Error('The signature cannot be verified.');
  }
}
