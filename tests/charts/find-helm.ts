import { findHelm } from '@patchbay/charts/helm';

/** Runs once before the workers start. Builds Helm if there is none. */
export default async function setup(): Promise<void> {
  await findHelm((line) => process.stdout.write(`${line}\n`));
}
