import { createPool } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import type { Opened } from '@patchbay/service/reconcile';
import type { Logger } from '@patchbay/telemetry/logger';
import { destroyBy, holdingsOf } from './store/holdings.ts';

/** What this service has, for the command that compares it with what organization has. */
export function openHoldings(url: string, logger: Logger): Pick<Opened, 'holdings' | 'close'> {
  const db = createPool({ url, applicationName: 'reconcile', max: 2, logger });
  return {
    holdings: { ...holdingsOf(db), destroy: destroyBy({ db, transact: createTransact(db) }) },
    close: () => db.component.stop(),
  };
}
