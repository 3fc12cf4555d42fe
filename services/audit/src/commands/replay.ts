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
import { createAuditConsumer, type LeftOut } from '../consumer/consumer.ts';
import { endDeadLetter, type StoredDeadLetter, setReason } from '../store/dead-letters.ts';

export interface StoredSource {
  /** Subscribe one consumer to it, before `deliver`. Its component does nothing. */
  readonly source: EventSource;
  /**
   * Passes the message of a dead letter to the consumer. Resolves with undefined when it was handled, and with the reason when it
   * was refused again: that makes no second dead letter. Rejects where it could not be handled now.
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

/** A source whose messages are those of stored dead letters: they take the same way as a message of Kafka, from its signature on. */
export function createStoredSource(): StoredSource {
  let subscription: Subscription | undefined;
  return {
    source: {
      subscribe(given) {
        subscription = given;
        return { name: 'stored dead letters' };
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
  /** Tells where a person was a member. */
  readonly organization: Transport;
  /** Those of EVENT_VERIFYING_KEYS. */
  readonly publicKeys: ServicePublicKeys;
}

/**
 * `recorded`: each trail of the event has it, once. `refused` and `no trail`, which is where no trail records such an event: it stays a
 * dead letter, with this reason.
 */
export type Replayed =
  | { readonly outcome: 'recorded' }
  | { readonly outcome: 'refused' | 'no trail'; readonly reason: string };

/**
 * Rejects, with nothing changed, where the database or organization cannot be reached. An end between recording and marking the dead
 * letter leaves it waiting: replaying it again finds its entries and marks it.
 */
export type Replay = (deadLetter: StoredDeadLetter) => Promise<Replayed>;

const nothingKept =
  'its message was empty or too large to be kept: it is in its topic, if Kafka still has it';

/** Why the consumer has handled an event without recording it; undefined where it did record it. */
function notRecorded({
  expired,
  withoutTrail,
}: LeftOut): Exclude<Replayed, { outcome: 'recorded' }> | undefined {
  if (expired.length > 0) return { outcome: 'refused', reason: 'older than what retention keeps' };
  if (withoutTrail.length > 0)
    return { outcome: 'no trail', reason: 'the person was in no organization then' };
  return undefined;
}

/** Handles messages as the consumer of the service does, without Kafka. */
export function createReplay({ db, organization, publicKeys }: ReplayOptions): Replay {
  const stored = createStoredSource();
  /** Of the message that is being handled: one at a time. */
  let leftOut: LeftOut | undefined;
  createAuditConsumer({
    source: createVerifiedSource(stored.source, publicKeys),
    db,
    transact: createTransact(db),
    organization: createServiceClient(OrganizationService, 'organization', organization),
    onLeftOut: (given) => {
      leftOut = given;
    },
  });
  return async (deadLetter) => {
    // The stored reason says more than the one that an empty message would get.
    if (deadLetter.value.byteLength === 0) return { outcome: 'refused', reason: nothingKept };
    leftOut = undefined;
    const reason = await stored.deliver(deadLetter);
    const refused: Replayed | undefined =
      reason === undefined ? leftOut && notRecorded(leftOut) : { outcome: 'refused', reason };
    if (refused !== undefined) {
      await setReason(db, deadLetter.id, refused.reason);
      return refused;
    }
    await endDeadLetter(db, deadLetter.id, 'replayed');
    return { outcome: 'recorded' };
  };
}
