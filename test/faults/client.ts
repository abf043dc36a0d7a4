/**
 * One client of the service: sends requests to any running API process, checks the answers against the
 * contract and records whether an answer came.
 */
import { AssertionError } from 'node:assert/strict';
import sharp from 'sharp';
import { send, type Answer, type RequestOptions, type Tenant } from '../helpers/http.ts';
import type { Supervisor } from './supervisor.ts';
import type { ExternalServers } from './external-servers.ts';
import type { Random } from './random.ts';
import { recordAnswer, type Color, type Observations } from './observations.ts';

/** Sends one request. Null if no complete answer came. */
export type Ask = (
  what: string,
  method: string,
  target: string,
  sending?: Omit<RequestOptions, 'signal'>,
) => Promise<Answer | null>;

/** What each client gets. */
export interface ClientContext {
  readonly tenant: Tenant;
  readonly templateId: string;
  readonly ask: Ask;
  readonly random: Random;
  readonly observed: Observations;
  readonly externals: ExternalServers;
  /** Whether clients must start nothing new. */
  isOver(): boolean;
}

/** Longer than the faults last. */
const timeoutMs = 60_000;

export function createClient(supervisor: Supervisor, observed: Observations, apiKey: string): Ask {
  return async (what, method, target, sending = {}) => {
    const url = await supervisor.findUrl();
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await send(url, method, target, { key: apiKey, ...sending, signal });
      recordAnswer(observed, what, answer.status);
      return answer;
    } catch (error) {
      recordAnswer(observed, what, null);
      if (error instanceof AssertionError || error instanceof SyntaxError) {
        observed.breaches.push(`${what}: an answer that violates the contract: ${error.message}`);
      }
      if (error instanceof DOMException && error.name === 'TimeoutError') {
        observed.breaches.push(`${what}: no answer in ${timeoutMs / 1000} s`);
      }
      return null;
    }
  };
}

/** A colour as templates write it. */
export function toHex(color: Color): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Whether the pixel in the middle of an image has this colour. False if the file is not an image. */
export async function hasColor(image: Uint8Array, color: Color): Promise<boolean> {
  try {
    const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
    return color.every((part, index) => Math.abs((data[at + index] ?? -999) - part) <= 2);
  } catch {
    return false;
  }
}

export function randomColor(random: Random): Color {
  return [random.integer(0, 255), random.integer(0, 255), random.integer(0, 255)];
}
