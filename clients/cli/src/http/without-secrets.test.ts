import { expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const host = 'https://patchbay.example';

it.each([
  ['/v1/connect/s3cr3t/credentials', '/v1/connect/{token}/credentials'],
  [
    '/v1/connect/oauth/callback?code=s3cr3t&state=s3cr3t',
    '/v1/connect/oauth/callback?code=hidden&state=hidden',
  ],
  ['/v1/invitations/s3cr3t', '/v1/invitations/{token}'],
  ['/v1/auth/device/WDJB-MJHT', '/v1/auth/device/{userCode}'],
  ['/v1/auth/device/token', '/v1/auth/device/token'],
  ['/v1/organizations/acme/audit-logs?limit=5', '/v1/organizations/acme/audit-logs?limit=5'],
  ['/v1/x/relay/googleads/customers?id=17', '/v1/x/relay/googleads/customers?id=hidden'],
])('%s is shown as %s', (address, shown) => {
  expect(withoutSecrets(host + address)).toBe(host + shown);
});
