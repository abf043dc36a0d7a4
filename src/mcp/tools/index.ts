import type { ApiCaller } from '../../store/callers.ts';
import type { JsonSchema } from '../arguments.ts';
import type { Tool } from '../tool.ts';
import { listFonts, previewTemplate, publishTemplate, saveDraft, validateTemplate } from './authoring.ts';
import { getBatch, submitBatch } from './batches.ts';
import { getTemplate, listProjects, listTemplates } from './discovery.ts';
import { createShare, render } from './render.ts';

/** All tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  listProjects,
  listTemplates,
  getTemplate,
  render,
  createShare,
  submitBatch,
  getBatch,
  listFonts,
  validateTemplate,
  previewTemplate,
  saveDraft,
  publishTemplate,
];

/** The tools that a caller may use, as the protocol lists them. */
export function listTools({ mayAuthor }: Pick<ApiCaller, 'mayAuthor'>): ListedTool[] {
  return tools
    .filter(({ isForAuthors = false }) => mayAuthor || !isForAuthors)
    .map(({ name, description, input, isReadOnly = false }) => ({
      name,
      description,
      inputSchema: { ...withoutPatterns(input), type: 'object' },
      annotations: isReadOnly ? { readOnlyHint: true } : { destructiveHint: false },
    }));
}

/** Patterns are long, and models do not need them: a call is checked by them, and the error shows them. */
function withoutPatterns(schema: JsonSchema): JsonSchema {
  const isPattern = (key: string, value: unknown) => key === 'pattern' && typeof value === 'string';
  const text = JSON.stringify(schema, (key, value: unknown) => (isPattern(key, value) ? undefined : value));
  return JSON.parse(text) as JsonSchema;
}

interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
  readonly annotations: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
}
