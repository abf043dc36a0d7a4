import type { Logger } from 'pino';
import type { HandlerParts } from '../../handlers/operation.ts';
import type { Plan, Plans } from '../config/plans.ts';
import type { AuthoringParts } from '../domain/authoring/parts.ts';
import type { Picture } from '../domain/previews/draw-picture.ts';
import type { PreviewParts } from '../domain/previews/parts.ts';
import type { Tier } from '../domain/quota/request-rates.ts';
import type { ApiCaller } from '../store/callers.ts';
import type { Database } from '../store/database.ts';
import type { JsonSchema } from './arguments.ts';

/** What tools work with. */
export interface McpParts {
  readonly db: Database;
  readonly plans: Plans;
  /** Whether calls count against rate limits. */
  readonly limitsRates: boolean;
  readonly handlerParts: HandlerParts;
  readonly authoring: AuthoringParts;
  readonly previews: PreviewParts;
}

/** One call of a tool. */
export interface ToolCall {
  readonly caller: ApiCaller;
  readonly requestId: string;
  /** Aborts when the client cancels the call or has gone. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** A part of an answer, as the protocol has it. */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/** A tool of the protocol: an operation or two of the API or the app, with their names and rules. */
export interface Tool<Arguments = never> {
  readonly name: string;
  /** For the model: what it does, what comes back, what to do then. */
  readonly description: string;
  /** An object. Each call is checked against it, and gets its defaults. */
  readonly input: JsonSchema;
  /** Whether only those who may author have it. */
  readonly isForAuthors?: true;
  /** Whether it changes nothing. */
  readonly isReadOnly?: true;
  /** What a call counts as. The arguments are not checked yet. */
  readonly tier: (plan: Plan, given: Readonly<Record<string, unknown>>) => Tier;
  /** @throws Problem */
  readonly run: (given: Arguments, call: ToolCall, parts: McpParts) => Promise<readonly Content[]>;
}

/** Lines as text. */
export function text(...lines: readonly string[]): Content {
  return { type: 'text', text: lines.join('\n') };
}

/** What is to be said beside an answer; nothing if that is nothing. */
export function notes(lines: readonly string[]): Content[] {
  return lines.length > 0 ? [text(...lines)] : [];
}

/** A value as JSON. */
export function json(value: unknown): Content {
  return text(JSON.stringify(value));
}

/** A picture. */
export function picture({ data, format }: Pick<Picture, 'data' | 'format'>): Content {
  return { type: 'image', data: Buffer.from(data).toString('base64'), mimeType: `image/${format}` };
}
