import type { EventCall } from '@patchbay/events/envelope';
import { type AccountsChange, endsWith, grantRevoked } from '../domain/grant.ts';
import type { Integration } from '../domain/integration.ts';
import { listLiveGrants, revokeGrants } from '../store/grants.ts';
import type { LockedIntegration } from '../store/integrations.ts';
import type { Tx } from '../store/transaction.ts';
import type { AttemptDependencies } from './dependencies.ts';

/** Ends the live grants that were for something else than what the integration is now, each with its entry in the trail. */
export async function endChangedGrants(
  { outbox }: Pick<AttemptDependencies, 'outbox'>,
  tx: Tx,
  call: EventCall,
  locked: LockedIntegration,
  integration: Integration,
  change: AccountsChange,
): Promise<void> {
  const ended = (await listLiveGrants(tx, locked)).filter((grant) => endsWith(grant, change));
  await revokeGrants(tx, locked, ended);
  await outbox.record(
    tx,
    call,
    ended.map((grant) => grantRevoked(integration, grant, 'accounts_changed')),
  );
}
