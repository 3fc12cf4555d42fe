import type { Failure } from '@patchbay/errors/failure';
import type { Admission } from '../admission.ts';
import { namedAccounts } from '../permission.ts';
import type { RelayCaller, RelayParts } from '../relay-parts.ts';
import { forbidden } from '../rules.ts';
import type { Judged } from './judge.ts';
import type { Permitted } from './permit.ts';

/** A request that may be sent now. */
export interface Turn {
  /** Aborted when the caller leaves, and when what allows the request ends. */
  readonly signal: AbortSignal;
  /** What a failure is then, whatever it looks like; undefined while the request is allowed. */
  ended(): Failure | undefined;
  /** Counts one request more. Throws `rate_limited`. */
  repeat(): Promise<void>;
}

/** Takes a turn of the integration, and watches what allows the request. Both are given back with `held`. */
export async function takeTurn(
  { admission, hold, signal }: Pick<RelayParts, 'hold'> & { admission: Admission; signal: AbortSignal },
  { organizationId }: Pick<RelayCaller, 'organizationId'>,
  { integration: { id: integrationId }, provider, permission: { grantId } }: Permitted,
  { judgement }: Judged,
  held: DisposableStack,
): Promise<Turn> {
  const running = hold({ integrationId, grantId, accounts: namedAccounts(judgement) });
  held.defer(running.release);
  const asking = { integrationId, organizationId, provider };
  const turn = await admission.begin(asking);
  held.defer(() => turn.release());
  return {
    signal: AbortSignal.any([signal, running.signal]),
    ended: () =>
      running.signal.aborted
        ? forbidden(
            'The grant has ended, the client chose other accounts, or the integration is no longer active.',
          )
        : undefined,
    repeat: () => admission.repeat(asking),
  };
}
