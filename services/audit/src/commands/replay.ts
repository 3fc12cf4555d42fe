import type { Transport } from '@connectrpc/connect';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import type { Database } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import { internal } from '@patchbay/errors/failure';
import { createVerifiedSource } from '@patchbay/events/signature';
import {
  type EventSource,
  PoisonMessage,
  type ReceivedMessage,
  type Subscription,
} from '@patchbay/events/transport';
import { createServiceClient } from '@patchbay/rpc/service-client';
import type { ServicePublicKeys } from '@patchbay/tokens/service-keys';
import { createAuditConsumer, type UnrecordedEvents } from '../consumer/consumer.ts';
import { endDeadLetter, type StoredDeadLetter, setReason } from '../store/dead-letters.ts';

export interface StoredSource {
  /** Subscribe one consumer to it, before `deliver`. Its component does nothing. */
  readonly source: EventSource;
  /**
   * Passes the message of a dead letter to the consumer. Resolves with undefined when it was handled, and with the reason when it
   * was refused again: that makes no second dead letter. Rejects if it cannot be handled now.
   */
  deliver(deadLetter: StoredDeadLetter): Promise<string | undefined>;
}

const messageOf = (deadLetter: StoredDeadLetter): ReceivedMessage => {
  const { topic, partition, offset, key, value, headers, failedAt } = deadLetter;
  return {
    topic,
    partition,
    offset,
    key: key.toString(),
    keyBytes: key,
    value,
    headers,
    publishedMs: failedAt.getTime(),
  };
};

/** A source of stored dead letters, which are verified and handled like messages of Kafka. */
export function createStoredSource(): StoredSource {
  let subscription: Subscription | undefined;
  return {
    source: {
      subscribe(given) {
        subscription = given;
        return { name: 'stored dead letters', isCaughtUp: () => true, idle: async () => {} };
      },
    },
    async deliver(deadLetter) {
      if (subscription === undefined) throw internal('nobody has subscribed to the stored dead letters');
      try {
        await subscription.handle([messageOf(deadLetter)]);
        return undefined;
      } catch (error) {
        if (!(error instanceof PoisonMessage)) throw error;
        return error.poisons.map(({ reason }) => reason).join('; ');
      }
    },
  };
}

export interface ReplayOptions {
  readonly db: Database;
  /** For the memberships of people. */
  readonly organization: Transport;
  /** Those of EVENT_VERIFYING_KEYS. */
  readonly publicKeys: ServicePublicKeys;
}

/**
 * `recorded`: each trail of the event has it once. `refused`, and `no trail` if no trail records such an event: it stays a dead letter
 * with this reason.
 */
export type Replayed =
  | { readonly outcome: 'recorded' }
  | { readonly outcome: 'refused' | 'no trail'; readonly reason: string };

/**
 * Rejects without a change if the database or organization is unreachable. If the process ends between recording the event and
 * marking the dead letter, the next replay finds the entries and marks it.
 */
export type Replay = (deadLetter: StoredDeadLetter) => Promise<Replayed>;

const nothingKept =
  'its message was empty or too large to be kept: it is in its topic, if Kafka still has it';

/** Why the consumer has not recorded an event; undefined if it has. */
function notRecorded({
  expired,
  withoutTrail,
}: UnrecordedEvents): Exclude<Replayed, { outcome: 'recorded' }> | undefined {
  if (expired.length > 0) return { outcome: 'refused', reason: 'older than what retention keeps' };
  if (withoutTrail.length > 0)
    return { outcome: 'no trail', reason: 'the person was in no organization then' };
  return undefined;
}

/** Handles messages as the consumer of the service does, without Kafka. */
export function createReplay({ db, organization, publicKeys }: ReplayOptions): Replay {
  const stored = createStoredSource();
  /** Of the message that is being handled: one at a time. */
  let unrecorded: UnrecordedEvents | undefined;
  createAuditConsumer({
    source: createVerifiedSource(stored.source, publicKeys),
    db,
    transact: createTransact(db),
    organization: createServiceClient(OrganizationService, 'organization', organization),
    onUnrecorded: (given) => {
      unrecorded = given;
    },
  });
  return async (deadLetter) => {
    // The stored reason says more than the one that an empty message would get.
    if (deadLetter.value.byteLength === 0) return { outcome: 'refused', reason: nothingKept };
    unrecorded = undefined;
    const reason = await stored.deliver(deadLetter);
    const refused: Replayed | undefined =
      reason === undefined ? unrecorded && notRecorded(unrecorded) : { outcome: 'refused', reason };
    if (refused !== undefined) {
      await setReason(db, deadLetter.id, refused.reason);
      return refused;
    }
    await endDeadLetter(db, deadLetter.id, 'replayed');
    return { outcome: 'recorded' };
  };
}
