import { type DecodedEvent, readEvents } from '@patchbay/events/consumer';
import { systemActor } from '@patchbay/events/envelope';
import { validate as isUuid } from 'uuid';
import type { AttemptDependencies } from '../attempts/dependencies.ts';
import { grantRevoked } from '../domain/grant.ts';
import { findLiveGrants, revokeGrant } from '../store/grants.ts';
import { lockIntegration, turnOfIntegration } from '../store/integrations.ts';

/** The lines whose last live key was revoked. An event without the line is poison. */
const endedLinesIn = (events: readonly DecodedEvent[]): string[] => [
  ...new Set(
    readEvents(events, ({ event }) => {
      const { lineId, lineEnded } = event.metadata ?? {};
      if (event.action !== 'api_key.revoked' || lineEnded !== true) return undefined;
      if (typeof lineId === 'string' && isUuid(lineId)) return { value: lineId };
      return 'the end of a line of keys without its id';
    }),
  ),
];

/** Grants that are read at once. */
const batch = 200;

/**
 * Revokes the live grants of keys that were revoked, unless a key that they were rotated from or to lives on. Nothing is revoked for a
 * key that expires: it cannot be used either. A repeated event finds no live grant.
 */
export async function endGrantsOfEndedKeys(
  { db, transact, outbox }: Pick<AttemptDependencies, 'db' | 'transact' | 'outbox'>,
  events: readonly DecodedEvent[],
): Promise<void> {
  const lines = endedLinesIn(events);
  if (lines.length === 0) return;
  for (let found = batch; found === batch; ) {
    const grants = await findLiveGrants(db, lines, batch);
    found = grants.length;
    for (const { id, integrationId, workspaceId } of grants) {
      const turn = turnOfIntegration({ id: integrationId, workspace: { id: workspaceId } });
      await transact({ name: 'end grant of an ended key', turn }, async (tx) => {
        const locked = await lockIntegration(tx, integrationId);
        const grant = locked && (await revokeGrant(tx, locked, id));
        if (grant)
          await outbox.record(tx, systemActor, [grantRevoked(locked.integration, grant, 'key_ended')]);
      });
    }
  }
}
