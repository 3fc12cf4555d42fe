import { runReseal } from '@patchbay/service/reseal';
import { sealing } from './sealed.ts';

await runReseal(sealing);
