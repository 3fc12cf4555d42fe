import { conflict } from '@patchbay/errors/failure';

const maxIntegrations = 1_000;

/** Refuses one more integration of a workspace that has this many. */
export function refuseWhenFull(count: number): void {
  if (count >= maxIntegrations)
    throw conflict(
      `The workspace has ${maxIntegrations.toLocaleString('en')} integrations, the most there can be: delete one that is no longer used.`,
    );
}
