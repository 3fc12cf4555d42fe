import type { IncomingMessage, ServerResponse } from 'node:http';
import { unauthenticated, unavailable } from '@patchbay/errors/failure';
import { telemetry } from '@patchbay/telemetry/telemetry';
import { createLog } from '@patchbay/testing/log';
import { describe, expect, it } from 'vitest';
import { post, startGateway } from '../../testing/gateway.ts';

const token = 'token-hunter2';
const referer = { referer: 'https://portal.test/connect/hunter2' };

async function metrics(): Promise<string> {
  return new Promise((resolve) => {
    const response = { setHeader: () => response, end: resolve } as unknown as ServerResponse;
    telemetry.serveMetrics?.({} as IncomingMessage, response);
  });
}

const away = () => Promise.reject(unavailable('away'));
const expired = () => Promise.reject(unauthenticated('The connect link has expired.'));
const bug = () => Promise.reject(new TypeError('a bug'));

describe('log lines and metrics of the connect flow', () => {
  it.each([
    ['a page', `/v1/connect/${token}`, { headers: referer }, 'getConnectPage', 404],
    [
      'the start of a consent',
      `/v1/connect/${token}/oauth`,
      post({ seat: 'hunter2' }, referer),
      'startConnectOauth',
      404,
    ],
    [
      'a submission of credentials',
      `/v1/connect/${token}/credentials`,
      post({ clientSecret: 'hunter2' }, referer),
      'submitConnectCredentials',
      404,
    ],
    [
      'the callback of a consent',
      `/v1/connect/oauth/callback?code=hunter2&state=hunter2`,
      {},
      'completeConnectOauth',
      302,
    ],
    ['a list of accounts', `/v1/connect/${token}/accounts`, { headers: referer }, 'listConnectAccounts', 404],
    [
      'the choice of accounts',
      `/v1/connect/${token}/accounts`,
      post({ accountIds: ['hunter2'] }, referer),
      'setConnectAccounts',
      404,
    ],
    ['a token that is too long', `/v1/connect/hunter2${'x'.repeat(128)}`, {}, 'getConnectPage', 400],
  ])(
    'log lines and metrics of %s in the connect flow have the route and nothing that was sent',
    async (_, path, init, operation, status) => {
      const { logger, lines, written } = createLog();
      const { fetch } = await startGateway({ parts: { logger } });
      lines.length = 0;
      const answer = await fetch(path, init);
      await answer.text();
      await written();
      expect(answer.status).toBe(status);
      expect(lines).toMatchObject([{ operation, status, caller: 'anonymous' }]);
      expect(JSON.stringify(lines)).not.toContain('hunter2');
      const text = await metrics();
      expect(text).toContain(operation);
      expect(text).not.toContain('hunter2');
    },
  );

  it.each([
    ['is for an expired link', expired, 401],
    ['cannot be looked up', away, 503],
    ['meets a bug', bug, 500],
  ])('log lines of a connect page have no token where the request %s', async (_, getConnectPage, status) => {
    const { logger, lines, written } = createLog();
    const { fetch } = await startGateway({
      parts: { logger },
      implementations: { connect: { getConnectPage } },
    });
    lines.length = 0;
    const answer = await fetch(`/v1/connect/${token}`);
    await answer.text();
    expect(answer.status).toBe(status);
    await written((line) => line['status'] === status);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });
});
