/**
 * Counts the tokens of what an agent's model always has: the definitions of the tools and the instructions.
 *
 *     npm run agents:tokens
 */
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { instructionsFor } from '../../src/mcp/instructions.ts';
import { listTools } from '../../src/mcp/tools/index.ts';

/** Tokens of the definitions, as a client lists them, and of the instructions, by the tokenizer o200k. */
export function countTokens(caller: { readonly mayAuthor: boolean }): {
  readonly definitions: number;
  readonly instructions: number;
} {
  const tokenizer = new Tiktoken(o200k);
  return {
    definitions: tokenizer.encode(JSON.stringify(listTools(caller))).length,
    instructions: tokenizer.encode(instructionsFor(caller)).length,
  };
}

if (import.meta.main) {
  for (const mayAuthor of [true, false]) {
    const { definitions, instructions } = countTokens({ mayAuthor });
    const who = mayAuthor ? 'who may author' : 'who only renders';
    process.stdout.write(
      `Of one ${who}: ${definitions} tokens of definitions, ${instructions} of instructions.\n`,
    );
  }
}
