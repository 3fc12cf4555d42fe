import type { EventCall } from '@patchbay/events/envelope';
import { outsideOfCall } from '@patchbay/runtime/call-signal';
import type { Credentials, Values } from '../connector/credentials.ts';
import type { Integration } from '../domain/integration.ts';
import { attemptMs } from './limits.ts';
import type { AttemptParts } from './parts.ts';
import { providerOf, settingsFor } from './provider-of.ts';
import { type ConnectSettled, settleConnect } from './settle-connect.ts';
import { type Tried, tryAt } from './tried.ts';

export interface ConnectAttempt {
  readonly integration: Integration;
  /** The link that the attempt came by; undefined for members. */
  readonly linkId?: string;
  /** Signs in at the provider, or exchanges the code of a consent. */
  readonly authorize: (settings: Values, signal: AbortSignal) => Promise<Credentials>;
}

/** Signs in, verifies, and records how that ended, also if the caller is gone by then: what was issued exists nowhere else. */
export async function attemptConnect(
  parts: AttemptParts,
  call: EventCall,
  { integration, linkId, authorize }: ConnectAttempt,
): Promise<{ readonly tried: Tried; readonly settled: ConnectSettled }> {
  const { catalogue, connectorOf, takeTurn, logger } = parts;
  const settings = settingsFor(catalogue, integration);
  const subject = { provider: providerOf(catalogue, integration), integrationId: integration.id, logger };
  const signal = AbortSignal.timeout(attemptMs);
  let authorized: Credentials | undefined;
  const turn = await takeTurn(integration);
  const tried = await tryAt(subject, 'connect', async () => {
    authorized = await authorize(settings, signal);
    return connectorOf(integration.provider).verify({ settings, credentials: authorized }, signal);
  }).finally(() => turn.release());
  const settled = await outsideOfCall(() =>
    settleConnect(parts, call, {
      before: integration,
      tried,
      ...(linkId !== undefined && { linkId }),
      ...(authorized !== undefined && { authorized }),
    }),
  );
  return { tried, settled };
}
