import { callOf } from '@patchbay/rpc/caller';
import { createLog } from '@patchbay/testing/log';
import { waitFor } from '@patchbay/testing/wait';
import { describe, expect, it } from 'vitest';
import { apiKeyHeader, bearer, startGateway } from '../testing/gateway.ts';
import { authenticationOf } from '../testing/keys.ts';
import { accessTo } from '../testing/values.ts';
import { listBounds } from './list-turns.ts';

const integrations = (organization: string) =>
  `/v1/organizations/${organization}/workspaces/brand/integrations`;

/** A gateway whose lists of integrations end when the test lets them, and the organizations whose lists run. */
async function start(maxConcurrentRequests = 2_048) {
  const running: { readonly slug: string; readonly end: () => void }[] = [];
  const { logger, lines } = createLog();
  const { fetch, calls } = await startGateway({
    config: { maxConcurrentRequests },
    parts: { logger },
    implementations: {
      organization: {
        resolveAccess: ({ organizationSlug: slug, workspaceSlug }) => {
          const access = accessTo('acme', workspaceSlug);
          return {
            access: { ...access, organization: { ...access?.organization, id: `id of ${slug}`, slug } },
          };
        },
      },
      integration: {
        listIntegrations: (_request, context) =>
          new Promise((resolve) => {
            const slug = callOf(context).access?.organization.slug ?? '';
            running.push({ slug, end: () => resolve({ integrations: [] }) });
          }),
      },
    },
  });
  const list = (organization: string, init: RequestInit = {}) =>
    fetch(integrations(organization), { headers: bearer, ...init });
  return { fetch, list, lines, calls, running, slugs: () => running.map(({ slug }) => slug) };
}

describe('lists of organizations', () => {
  it('lists of one organization run one after the other, and those of others beside them', async () => {
    const { list, running, slugs } = await start();
    const lists = Array.from({ length: 3 }, () => list('acme'));
    await waitFor(() => running.length === 1, { what: 'the first list' });
    const other = list('globex');
    await waitFor(() => running.length === 2, { what: 'the list of another organization' });
    expect(slugs()).toEqual(['acme', 'globex']);
    for (let index = 0; index < 4; index += 1) {
      await waitFor(() => running.length > index, { what: 'the next list' });
      running[index]?.end();
    }
    for (const { status } of await Promise.all([...lists, other])) expect(status).toBe(200);
    expect(slugs()).toEqual(['acme', 'globex', 'acme', 'acme']);
  });

  it('a list does not wait for lists of another service', async () => {
    const { fetch, list, running } = await start();
    const slow = list('acme');
    await waitFor(() => running.length === 1, { what: 'the list' });
    expect((await fetch('/v1/organizations/acme/members', { headers: bearer })).status).toBe(200);
    running[0]?.end();
    expect((await slow).status).toBe(200);
  });

  it('lists that wait do not make the gateway refuse others', async () => {
    const { fetch, list, running } = await start(2);
    const lists = Array.from({ length: 2 }, () => list('acme'));
    await waitFor(() => running.length === 1, { what: 'the first list' });
    expect((await fetch('/v1/me', { headers: bearer })).status).toBe(200);
    running[0]?.end();
    await waitFor(() => running.length === 2, { what: 'the second list' });
    running[1]?.end();
    for (const { status } of await Promise.all(lists)) expect(status).toBe(200);
  });

  it('a list is refused if too many lists of its organization wait', async () => {
    const { list, running } = await start();
    const lists = Array.from({ length: listBounds.maxWaiting + 2 }, () => list('acme'));
    const refused = await Promise.race(lists);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    for (let index = 0; index <= listBounds.maxWaiting; index += 1) {
      await waitFor(() => running.length > index, { what: 'the next list', intervalMs: 1 });
      running[index]?.end();
    }
    const statuses = (await Promise.all(lists)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(listBounds.maxWaiting + 1);
  });

  it('a list whose client has left gives its place up, and is no fault', async () => {
    const { list, running, lines, calls } = await start();
    const first = list('acme');
    await waitFor(() => running.length === 1, { what: 'the first list' });
    const client = new AbortController();
    const left = list('acme', { signal: client.signal });
    const resolved = () => calls.filter(({ method }) => method === 'resolveAccess').length;
    await waitFor(() => resolved() === 2, { what: 'the list that will be left' });
    const last = list('acme');
    await waitFor(() => resolved() === 3, { what: 'the last list' });
    client.abort();
    await expect(left).rejects.toThrow('aborted');
    await waitFor(() => lines.some(({ status }) => status === 499), { what: 'the line of the request' });
    running[0]?.end();
    await waitFor(() => running.length === 2, { what: 'the last list' });
    running[1]?.end();
    expect([(await first).status, (await last).status]).toEqual([200, 200]);
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
  });

  it('a workspace-level key lists its workspace, although it may not see the organization', async () => {
    const { fetch } = await startGateway({
      implementations: {
        apiKeys: {
          authenticateApiKey: ({ key }) => ({ ...authenticationOf(key, ''), access: undefined }),
        },
      },
    });
    const headers = apiKeyHeader('workspace');
    expect((await fetch('/v1/organizations/acme/workspaces', { headers })).status).toBe(200);
  });
});
