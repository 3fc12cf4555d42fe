import { findHelm } from '@patchbay/charts/helm';

/** Once, before the workers start: Helm is built where there is none. */
export default async function setup(): Promise<void> {
  await findHelm((line) => process.stdout.write(`${line}\n`));
}
