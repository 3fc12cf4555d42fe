import { mainOperate } from '@patchbay/service/main-operate';
import { operate } from './commands/operate.ts';
import { operatePlatform } from './commands/operate-platform.ts';
import { schema } from './migrations.ts';

await mainOperate(schema, operate, operatePlatform);
