import type { HandlerContext } from '@connectrpc/connect';
import type { RowLocks } from '@patchbay/database/row-locks';

type Handler<Request, Response> = (request: Request, context: HandlerContext) => Promise<Response>;

/**
 * Runs the calls of a method about one thing one after the other within this process, where a call is more than one transaction:
 * they wait without a database connection. `idOf` must give calls about one thing the same id, whatever their callers sent. Locks
 * of rows are taken by `lockRow` nevertheless: other processes may hold them.
 */
export const inTurnOf =
  ({ inTurn }: Pick<RowLocks, 'inTurn'>) =>
  <Request, Response>(
    of: string,
    idOf: (request: Request, context: HandlerContext) => string,
    handler: Handler<Request, Response>,
  ): Handler<Request, Response> =>
  (request, context) =>
    inTurn(of, idOf(request, context), () => handler(request, context));
