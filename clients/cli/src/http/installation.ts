import type { Output, Patchbay } from '@patchbay/client';
import { ConnectionFailed, PatchbayError, ServerFailed } from '@patchbay/client';
import { Failure } from '../failure.ts';

/** The version of the installation at a host. Fails if the host is not a Patchbay. */
export async function installationAt(client: Patchbay, host: string): Promise<Output<'getVersion'>> {
  let version: Output<'getVersion'> | undefined;
  try {
    version = await client.getVersion();
  } catch (error) {
    if (error instanceof ConnectionFailed || error instanceof ServerFailed) throw error;
    // An unexpected status, or a body that is not JSON.
    if (!(error instanceof PatchbayError || error instanceof SyntaxError)) throw error;
  }
  if (typeof version?.apiVersion === 'string') return version;
  throw new Failure(
    `${host} answers, but it is not the API of Patchbay.`,
    undefined,
    'Give the address of the API with --host.',
  );
}
