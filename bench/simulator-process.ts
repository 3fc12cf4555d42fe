/** The simulated provider, in a process of its own: its CPU time is not measured. Sends the content of a `PROVIDERS_FILE`. */
import { createSimulators } from '@patchbay/testing/ad-providers';
import { startAdProviders } from '@patchbay/testing/ad-providers/server';

const adProviders = await startAdProviders(createSimulators());
process.send?.(adProviders.installations);
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
