import { createAuthority } from '@patchbay/testing/certificates';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, apiAt } from '../api.ts';
import { acme, signUpAndIn } from '../people.ts';
import { claimServers, type Stack, startTestStack } from '../stack.ts';

const authority = createAuthority();
const { certificate, key } = authority.issue(['127.0.0.1']);

let smtp: TestSmtpServer;
let stack: Stack;
let api: Api;

beforeAll(async () => {
  smtp = await createSmtpServer();
  stack = await startTestStack(
    { ...(await claimServers()), smtpUrl: smtp.url },
    { RPC_TLS_CERTIFICATE: certificate, RPC_TLS_KEY: key, RPC_TLS_CA: authority.certificate },
  );
  api = apiAt(stack.address);
});
afterAll(async () => {
  await stack?.stop();
  await smtp?.stop();
});

it('with mutual TLS between services people sign up and in, and the trail and its export have it', async () => {
  const token = await signUpAndIn(api, smtp, acme);
  const ada = api.withSession(token);
  const trail = () => ada.get<{ auditLogs: { action: string }[] }>('/v1/organizations/acme/audit-logs');
  const actions = async () => (await trail()).body.auditLogs.map(({ action }) => action);
  await expect.poll(actions).toContain('organization.created');
  const exported = await fetch(`${stack.address}/v1/organizations/acme/audit-logs/export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await exported.text()).toContain('organization.created');
});

it('with mutual TLS the gateway finds every service healthy', async () => {
  expect(await api.get('/health')).toMatchObject({ status: 200 });
});
