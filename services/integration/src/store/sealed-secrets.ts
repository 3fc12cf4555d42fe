import { sealedText } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';

/** Sealed texts by the name of the secret. */
export type SealedSecrets = Readonly<Record<string, string>>;

/** The integration of the secrets, which may be deleted already. */
export interface SecretsPlace {
  readonly id: string;
  readonly workspace: { readonly id: string; readonly organizationId: string };
}

/** Ids and name are associated data of the encryption: a secret that is copied to another row or name does not open. */
export const sealedSecret =
  sealedText<[organizationId: string, workspaceId: string, integrationId: string, name: string]>(
    'integration credentials',
  );

const mapSecrets = (
  secrets: Readonly<Record<string, string>>,
  map: (value: string, name: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, map(value, name)]));

export const sealSecrets = (
  sealer: Sealer,
  { id, workspace }: SecretsPlace,
  secrets: Readonly<Record<string, string>>,
): SealedSecrets =>
  mapSecrets(secrets, (value, name) =>
    sealedSecret.seal(sealer, value, workspace.organizationId, workspace.id, id, name),
  );

export const openSecrets = (
  sealer: Sealer,
  { id, workspace }: SecretsPlace,
  sealed: SealedSecrets,
): Record<string, string> =>
  mapSecrets(sealed, (text, name) =>
    sealedSecret.open(sealer, text, workspace.organizationId, workspace.id, id, name),
  );
