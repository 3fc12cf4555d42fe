import { version } from '@patchbay/platform/version';
import { watch } from '@patchbay/telemetry/metrics';

/** Tells at each scrape what runs. */
export const watchBuild = (commit: string | undefined): void =>
  watch('build', { version, commit: commit ?? 'unknown' }, () => 1);
