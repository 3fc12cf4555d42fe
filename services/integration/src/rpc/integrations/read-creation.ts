import type { CreateIntegrationRequest } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { linkExpiry } from '../../domain/connect-link.ts';
import type { Integration } from '../../domain/integration.ts';
import { nameOf } from '../../domain/name.ts';
import { askedProvider, settingsOf } from '../asked-provider.ts';
import type { Dependencies } from '../dependencies.ts';
import { readAll } from '../read-all.ts';
import { returnUrlOf } from '../return-url.ts';

type Asked = Pick<Integration, 'provider' | 'name' | 'settings' | 'returnUrl'>;

/** What is asked for, validated; every problem of the request at once. */
export function readCreation(
  { catalogue, publicUrl }: Pick<Dependencies, 'catalogue' | 'publicUrl'>,
  { provider, name, settings, returnUrl, connectLinkExpiresInDays: days }: CreateIntegrationRequest,
  now: Date,
): Asked & { readonly linkExpiresAt: Date } {
  return readAll({
    provider: () => askedProvider(catalogue, provider).provider,
    name: () => nameOf(name),
    settings: () => {
      const known = catalogue.find(provider);
      // Without a provider there are no fields to compare with; the unknown provider is a problem of its own.
      return known === undefined ? {} : settingsOf(known.provider, settings);
    },
    returnUrl: () => (returnUrl === undefined ? null : returnUrlOf(returnUrl, publicUrl)),
    linkExpiresAt: () => linkExpiry('connectLinkExpiresInDays', days, now),
  });
}
