/**
 * One client of the service: asks any process that takes requests, checks what comes against the contract, and tells an answer
 * from none.
 */
import { AssertionError } from 'node:assert/strict';
import sharp from 'sharp';
import { send, type Answer, type Sending, type Tenant } from '../helpers/http.ts';
import type { Crew } from './crew.ts';
import type { Outsiders } from './outsiders.ts';
import type { Random } from './random.ts';
import { noteAnswer, type Color, type Witness } from './witness.ts';

/** Asks once. Null where no whole answer came. */
export type Ask = (
  what: string,
  method: string,
  target: string,
  sending?: Omit<Sending, 'signal'>,
) => Promise<Answer | null>;

/** What a client has to work with. */
export interface Desk {
  readonly tenant: Tenant;
  readonly templateId: string;
  readonly ask: Ask;
  readonly random: Random;
  readonly witness: Witness;
  readonly outsiders: Outsiders;
  /** Whether nothing new is to be begun. */
  isOver(): boolean;
}

/** Longer than the faults last. */
const patienceMs = 60_000;

export function createClient(crew: Crew, witness: Witness, apiKey: string): Ask {
  return async (what, method, target, sending = {}) => {
    const url = await crew.findUrl();
    try {
      const signal = AbortSignal.timeout(patienceMs);
      const answer = await send(url, method, target, { key: apiKey, ...sending, signal });
      noteAnswer(witness, what, answer.status);
      return answer;
    } catch (error) {
      noteAnswer(witness, what, null);
      if (error instanceof AssertionError || error instanceof SyntaxError) {
        witness.breaches.push(`${what}: an answer that the contract does not know: ${error.message}`);
      }
      if (error instanceof DOMException && error.name === 'TimeoutError') {
        witness.breaches.push(`${what}: no answer in ${patienceMs / 1000} s`);
      }
      return null;
    }
  };
}

/** A colour as templates write it. */
export function toHex(color: Color): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Whether a picture is of this colour in its middle. False where it is no picture. */
export async function hasColor(picture: Uint8Array, color: Color): Promise<boolean> {
  try {
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
    return color.every((part, index) => Math.abs((data[at + index] ?? -999) - part) <= 2);
  } catch {
    return false;
  }
}

export function randomColor(random: Random): Color {
  return [random.integer(0, 255), random.integer(0, 255), random.integer(0, 255)];
}
