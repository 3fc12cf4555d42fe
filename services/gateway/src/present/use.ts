import type {
  Account as AccountMessage,
  Grant as GrantMessage,
  RelayedRequest as RelayedRequestMessage,
  Use as UseMessage,
} from '@patchbay/contracts/patchbay/integration/v1/use_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import { useAccess } from '../schemas/provider.ts';
import { type Account, Grant, RelayedRequest, Use } from '../schemas/use.ts';
import { isoTime, isoTimeOrNull } from './time.ts';

export const presentAccount = (account: AccountMessage): z.input<typeof Account> => ({
  id: account.id,
  name: account.name ?? null,
  type: account.type,
  currency: account.currency ?? null,
  timeZone: account.timeZone ?? null,
  status: account.status ?? null,
  parentId: account.parentId ?? null,
  setting:
    account.setting === undefined ? null : { name: account.setting.name, value: account.setting.value },
});

export function presentGrant(grant: GrantMessage | undefined): z.input<typeof Grant> {
  if (grant?.key === undefined) throw internal('integration left out the grant');
  const { id, name, prefix } = grant.key;
  return {
    id: grant.id,
    apiKey: { id, name, prefix },
    access: useAccess.parse(grant.access),
    accounts: grant.accounts?.ids ?? null,
    status: Grant.shape.status.parse(grant.status),
    createdByEmail: grant.createdByEmail,
    createdAt: isoTime(grant.createdAt),
    expiresAt: isoTimeOrNull(grant.expiresAt),
    lastUsedAt: isoTimeOrNull(grant.lastUsedAt),
  };
}

const callerOf = ({
  callerType,
  callerId,
  callerName,
  apiKeyPrefix,
}: UseMessage | RelayedRequestMessage): z.input<typeof Use>['caller'] => ({
  type: Use.shape.caller.shape.type.parse(callerType),
  id: callerId,
  name: callerName,
  apiKeyPrefix: apiKeyPrefix ?? null,
});

export const presentUse = (use: UseMessage): z.input<typeof Use> => ({
  hour: isoTime(use.hour),
  caller: callerOf(use),
  grantId: use.grantId ?? null,
  api: use.api,
  reads: Number(use.reads),
  changes: Number(use.changes),
  refused: Number(use.refused),
  failed: Number(use.failed),
  bytesSent: Number(use.bytesSent),
  bytesReceived: Number(use.bytesReceived),
});

export const presentRelayedRequest = (request: RelayedRequestMessage): z.input<typeof RelayedRequest> => ({
  id: request.id,
  at: isoTime(request.at),
  caller: callerOf(request),
  grantId: request.grantId ?? null,
  api: request.api,
  method: request.method,
  path: request.path,
  account: request.account ?? null,
  outcome: RelayedRequest.shape.outcome.parse(request.outcome),
  status: request.status,
  detail: request.detail ?? null,
  durationMs: request.durationMs,
  bytesSent: Number(request.bytesSent),
  bytesReceived: Number(request.bytesReceived),
});
