import type { Call, OperationId } from '../../handlers/operation.ts';
import type { ToolCall } from './tool.ts';

/** A call of a tool as the valid request that a handler of the API gets. */
export function apiCall<Id extends OperationId>(call: ToolCall, given: Partial<Call<Id>>): Call<Id> {
  return { path: {}, query: {}, header: {}, body: undefined, ...call, ...given } as Call<Id>;
}
