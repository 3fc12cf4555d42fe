import type { Component } from '@patchbay/runtime/component';
import { count } from '@patchbay/telemetry/metrics';
import type { ServicePublicKeys } from '@patchbay/tokens/service-keys';
import { type Poison, PoisonMessage } from '../poison-message.ts';
import type { EventSource, ReceivedMessage, Subscription } from '../transport.ts';
import { createVerifier, type Refusal, refusalKinds } from './verifier.ts';

/** A source whose handlers get verified messages only. Only `createVerifiedSource` makes one. */
export interface VerifiedEventSource extends EventSource {
  readonly verified: true;
}

/**
 * Verifies every message before its handler sees it. What is not signed by the service that owns its topic becomes a dead letter,
 * and the messages after it are handled. All signatures of a batch are checked concurrently on the thread pool, which costs about
 * 230 µs of CPU per message, and those of the next batch while this one is handled. A message that is handled again, because
 * another one of its batch was refused or because the handler failed, is not checked again.
 */
export function createVerifiedSource(
  source: EventSource,
  publicKeys: ServicePublicKeys,
): VerifiedEventSource {
  const verify = createVerifier(publicKeys);
  const refusals = new WeakMap<ReceivedMessage, Promise<Refusal | undefined>>();

  const refusalOf = (message: ReceivedMessage): Promise<Refusal | undefined> => {
    const known = refusals.get(message);
    if (known !== undefined) return known;
    const refusal = verify(message);
    refusals.set(message, refusal);
    // Verified again at the next attempt. Also marks the rejection as handled: `prepare` waits for nothing.
    refusal.catch(() => refusals.delete(message));
    return refusal;
  };

  const subscribe = (subscription: Subscription): Component => {
    const { group: consumer } = subscription;
    // Each series begins at 0: Prometheus sees no increase in one that begins with the first refusal, and its alert would miss it.
    for (const reason of refusalKinds) count('eventsRefused', 0, { consumer, reason });
    return source.subscribe({
      ...subscription,
      prepare(batch) {
        for (const message of batch) void refusalOf(message);
      },
      async handle(batch) {
        const verified = await Promise.all(batch.map(refusalOf));
        const poisons: Poison[] = [];
        for (const [index, message] of batch.entries()) {
          const refusal = verified[index];
          if (refusal === undefined) continue;
          poisons.push({
            message,
            reason: refusal.reason,
            // Not here: the batch is handled again until its dead letters are published.
            onSetAside: () => count('eventsRefused', 1, { consumer, reason: refusal.kind }),
          });
        }
        if (poisons.length > 0) throw new PoisonMessage(...poisons);
        await subscription.handle(batch);
      },
    });
  };

  return { subscribe, verified: true };
}
