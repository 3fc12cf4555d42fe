import { mainOperate } from '@patchbay/service/main-operate';
import { operate } from './commands/operate.ts';
import { schema } from './migrations.ts';

await mainOperate(schema, operate);
