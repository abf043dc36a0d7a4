import { problems } from '../domain/problems/catalogue.ts';
import type { Problem } from '../domain/problems/problem.ts';
import { toAnyProblem } from '../domain/problems/to-problem.ts';
import { countRequest } from '../domain/quota/request-rates.ts';
import type { ApiCaller } from '../store/callers.ts';
import { checkArguments } from './arguments.ts';
import { text, type Content, type McpParts, type Tool, type ToolCall } from './tool.ts';
import { problemLines } from './words.ts';

/** What a tool answers. */
export interface ToolAnswer {
  readonly content: readonly Content[];
  readonly isError?: true;
  /** Why it refuses or has failed, for the log. */
  readonly problem?: Problem;
}

/** A call whose caller is found first. */
export interface UncheckedCall extends Omit<ToolCall, 'caller'> {
  readonly findCaller: () => Promise<ApiCaller>;
  /** As for `checkArguments`. */
  readonly areTextsChecked: boolean;
}

/**
 * Calls a tool: checks who calls, counts the call, checks its arguments and runs it, in the order of the API.
 * A refusal or failure is an answer, too, so that the model can read it.
 */
export async function callTool(
  parts: McpParts,
  tool: Tool,
  given: Record<string, unknown>,
  { findCaller, areTextsChecked, ...call }: UncheckedCall,
): Promise<ToolAnswer> {
  try {
    const caller = await findCaller();
    if (tool.isForAuthors === true && !caller.mayAuthor) throw problems.authoringNotAllowed();
    if (parts.limitsRates)
      await countRequest(parts.db, tool.tier(parts.plans[caller.plan], given), caller.accountId);
    checkArguments(tool.input, given, { areTextsChecked });
    return { content: await tool.run(given as never, { ...call, caller }, parts) };
  } catch (error) {
    call.signal.throwIfAborted();
    const problem = toAnyProblem(error);
    return { content: [text(...problemLines(problem, call.requestId))], isError: true, problem };
  }
}
