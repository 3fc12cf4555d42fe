import { headKeysOf } from '@patchbay/audit/config';
import { retain } from '@patchbay/audit/retain';
import { roleUrl } from '@patchbay/database/provision';
import type { Logger } from '@patchbay/telemetry/logger';
import { parsePrivateKey } from '@patchbay/tokens/service-keys';
import { createWorker, type Worker } from '@patchbay/worker/worker';
import { passwordsOf } from './databases.ts';
import type { LocalConfig } from './embedded/config.ts';
import type { Secrets } from './secrets.ts';
import { migrationsOf } from './services.ts';

interface RetentionOptions {
  /** URL of any role, whose database has the schema. */
  readonly adminUrl: string;
  readonly secrets: Pick<Secrets, 'rolePassword' | 'ownerPassword' | 'headKey'>;
  readonly keptMonths: number;
  readonly earlierKeys: LocalConfig['HEAD_VERIFYING_KEYS'];
  readonly print: (line: string) => void;
  readonly logger: Logger;
}

/**
 * Removes the months of the audit trail whose time is over, as the owner of its schema. Resolves to whether all of them are removed:
 * one that does not verify stays, with what is younger, and an error is logged.
 */
export async function removeOldMonths(options: RetentionOptions, signal: AbortSignal): Promise<boolean> {
  const { adminUrl, secrets, keptMonths, earlierKeys, print, logger } = options;
  const { owner } = migrationsOf.audit;
  const { complete } = await retain({
    url: roleUrl(adminUrl, { role: owner, password: passwordsOf(secrets)(owner) }),
    keptMonths,
    heads: headKeysOf({
      HEAD_SIGNING_KEY: parsePrivateKey(secrets.headKey),
      HEAD_VERIFYING_KEYS: earlierKeys,
    }),
    print,
    logger,
    signal,
  });
  if (!complete) logger.error('a month of the audit trail that is due does not verify and was not removed');
  return complete;
}

/** Removes them at the start and once a day. */
export function createRetention(options: RetentionOptions): Worker {
  let isComplete = true;
  const worker = createWorker({
    name: 'retention',
    async round(signal) {
      isComplete = await removeOldMonths(options, signal);
      return false;
    },
    pollMs: 86_400_000,
    backoff: { min: 60_000, max: 3_600_000 },
    logger: options.logger,
  });
  return {
    ...worker,
    trouble: () => worker.trouble?.() ?? (isComplete ? undefined : 'a month that is due does not verify'),
  };
}
