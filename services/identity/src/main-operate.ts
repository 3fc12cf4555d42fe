import { createMailQueue } from '@patchbay/mail/queue';
import { createSealer } from '@patchbay/sealing/sealer';
import { mainOperate } from '@patchbay/service/main-operate';
import { operate } from './commands/operate.ts';
import { operatePlatform } from './commands/operate-platform.ts';
import { readResetConfig } from './config.ts';
import { schema } from './migrations.ts';

function mailing() {
  const { SEALING_KEYS, PORTAL_URL } = readResetConfig(process.env);
  return { mails: createMailQueue({ sealer: createSealer(SEALING_KEYS) }), portalUrl: PORTAL_URL };
}

await mainOperate(schema, operate, (db) => operatePlatform(db, mailing));
