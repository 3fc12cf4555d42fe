import { describe, expect, it } from 'vitest';
import { lastingCredentials } from '../../connector/credentials.ts';
import { scripted } from '../../connector/scripted.fixture.ts';
import { microsoftAds } from './provider.ts';

const signal = new AbortController().signal;
const connection = { settings: {}, credentials: lastingCredentials({ accessToken: 'access' }) };
const installation = { app: { developerToken: 'developer' } };

describe('a verification', () => {
  it('says that our developer token is missing, without a request', async () => {
    const { connector, requests } = scripted(microsoftAds, []);
    await expect(connector.verify(connection, signal)).rejects.toMatchObject({ reason: 'not_configured' });
    expect(requests).toEqual([]);
  });

  it('calls the version and the environment that are configured', async () => {
    const { connector, requests } = scripted(
      microsoftAds,
      [{ json: { User: { Id: 7 } } }, { json: { Accounts: [{ Id: 8, Name: 'Shop' }] } }],
      { installation: { app: { developerToken: 'developer', apiVersion: 'v14' } } },
    );
    await connector.verify({ ...connection, settings: { environment: 'sandbox' } }, signal);
    expect(requests.map(({ url }) => url)).toEqual([
      'https://clientcenter.api.sandbox.bingads.microsoft.com/CustomerManagement/v14/User/Query',
      'https://clientcenter.api.sandbox.bingads.microsoft.com/CustomerManagement/v14/Accounts/Search',
    ]);
  });

  it('takes fields that are merely called Code in a result for no error', async () => {
    const { connector } = scripted(
      microsoftAds,
      [
        { json: { User: { Id: 7, ContactInfo: { Code: 106 } } } },
        { json: { Accounts: [{ Id: 8, Name: 'Shop', TaxInformation: { Code: 0 } }] } },
      ],
      { installation },
    );
    expect(await connector.verify(connection, signal)).toEqual({ name: 'Shop' });
  });

  it('reads the error beside an empty result', async () => {
    const { connector } = scripted(microsoftAds, [{ json: { User: null, Errors: [{ Code: 106 }] } }], {
      installation,
    });
    await expect(connector.verify(connection, signal)).rejects.toMatchObject({ reason: 'no_access' });
  });
});
