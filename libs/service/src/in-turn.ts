import type { HandlerContext } from '@connectrpc/connect';
import type { RowLocks } from '@patchbay/database/row-locks';

type Handler<Request, Response> = (request: Request, context: HandlerContext) => Promise<Response>;

/**
 * Runs the calls of a method that change one row one after the other within this process: they wait without a database
 * connection, where they would otherwise wait for the row lock with one. `idOf` must give calls about one row the same id,
 * whatever their callers sent.
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
