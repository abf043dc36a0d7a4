import { send, type Answer, type RequestOptions } from '../../../test/helpers/http.ts';
import { callOperation, type StudioCall } from '../../../test/helpers/studio.ts';

/** Calls operations of the service at an origin, as an account unless the call says otherwise. */
export function callAt(
  origin: string,
  as: StudioCall['as'] = null,
): (operationId: string, call?: StudioCall) => Promise<Answer> {
  const service = {
    send: (method: string, target: string, sending?: RequestOptions) => send(origin, method, target, sending),
  };
  return (operationId, call = {}) => callOperation(service, operationId, { as, ...call });
}
