import type { Output, Patchbay } from '@patchbay/client';
import { ConnectionFailed, PatchbayError, ServerFailed } from '@patchbay/client';
import { Failure } from '../failure.ts';

/** The version of the installation at a host. Fails if the host is not a Patchbay. */
export async function installationAt(client: Patchbay, host: string): Promise<Output<'getVersion'>> {
  const version = await client.getVersion().catch((error: unknown) => {
    if (!(error instanceof PatchbayError)) throw error;
    if (error instanceof ConnectionFailed || error instanceof ServerFailed) throw error;
    // An unexpected status, or a body that is not JSON.
    return undefined;
  });
  if (typeof version?.apiVersion === 'string') return version;
  throw new Failure(
    `${host} answers, but it is not the API of Patchbay.`,
    undefined,
    'Give the address of the API with --host.',
  );
}
