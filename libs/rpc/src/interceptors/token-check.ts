import type { Interceptor } from '@connectrpc/connect';
import { verifiedCallKey } from '../caller.ts';
import type { TokenGate } from '../token-gate.ts';
import { requestHeader } from './request-header.ts';

/**
 * Rejects calls without a valid caller token. Those from the network have passed the gate before their body was read and
 * are not verified again; those within a process pass it here.
 */
export const tokenCheck =
  (gate: TokenGate): Interceptor =>
  (next) =>
  async (request) => {
    const { contextValues: values, method } = request;
    if (values.get(verifiedCallKey) === undefined)
      gate({ method, values, header: (name) => requestHeader(request, name) });
    return next(request);
  };
