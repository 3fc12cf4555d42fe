import { OutgoingError } from '@patchbay/outgoing/outgoing';
import { ProviderFailure } from '../connector/failure.ts';
import type { Integration } from '../domain/integration.ts';
import type { StoredCredentials } from '../store/credentials.ts';

type Whose = Pick<Integration, 'id'>;
type Which = Pick<StoredCredentials, 'version'>;

/** Remembers, in this process, the failures by which providers asked to wait. */
export interface AskedToWait {
  note(integration: Whose, stored: Which, failure: ProviderFailure | undefined): void;
  /** The failure, with the time that is left; undefined where these credentials may be used. */
  of(integration: Whose, stored: Which): ProviderFailure | undefined;
}

interface Asked {
  readonly failure: ProviderFailure;
  readonly until: number;
}

const keyOf = ({ id }: Whose, { version }: Which): string => `${id} ${version}`;

/** A host that the outgoing client has suspended is not asked anyway, until the client tries it again. */
const isSuspended = ({ cause }: ProviderFailure): boolean =>
  cause instanceof OutgoingError && cause.failure === 'suspended';

/** Keeps `max` of them; a further one replaces the oldest. */
export function createAskedToWait({ max = 10_000, now = () => performance.now() } = {}): AskedToWait {
  const asked = new Map<string, Asked>();
  return {
    note(integration, stored, failure) {
      if (failure?.retryAfterMs === undefined || isSuspended(failure)) return;
      const key = keyOf(integration, stored);
      asked.delete(key);
      for (const oldest of asked.keys()) {
        if (asked.size < max) break;
        asked.delete(oldest);
      }
      asked.set(key, { failure, until: now() + failure.retryAfterMs });
    },
    of(integration, stored) {
      const key = keyOf(integration, stored);
      const found = asked.get(key);
      if (found === undefined) return undefined;
      const { reason, hint, code } = found.failure;
      const leftMs = found.until - now();
      if (leftMs <= 0) {
        asked.delete(key);
        return undefined;
      }
      return new ProviderFailure(reason, {
        ...(hint !== undefined && { hint }),
        ...(code !== undefined && { code }),
        retryAfterMs: leftMs,
      });
    },
  };
}
