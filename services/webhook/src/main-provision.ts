import { runProvision } from '@patchbay/service/provision';
import * as migrations from './migrations.ts';

await runProvision(migrations);
