import { runMigrations } from '@patchbay/service/migrate';
import * as migrations from './migrations.ts';

await runMigrations(migrations);
