import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';

type Headers = Record<string, string>; // Their names in lower case, as Node has them.

/** Throws where the delivery is not genuine. */
export function verifyWithStandardWebhooks(headers: Headers, body: Buffer, secret: string): void {
  new Webhook(secret).verify(body, headers);
}

/** Throws where the delivery is not genuine. The scheme is Stripe's, under a name of our own. */
export function verifyWithStripe(headers: Headers, body: Buffer, secret: string): void {
  const { signature } = Stripe.webhooks;
  if (!signature?.verifyHeader(body, headers['x-service-signature'] ?? '', secret, 300)) {
    throw new Error('The signature cannot be verified.');
  }
}
