import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { notFound, unavailable } from '@patchbay/errors/failure';
import { failureToProto } from '@patchbay/errors/proto';
import { describe, expect, it } from 'vitest';
import type { Implementations } from './testing/default-methods.ts';
import { startGateway, type TestGateway } from './testing/gateway.ts';
import { accessTo, organization, session, user } from './testing/values.ts';

type OrganizationMethods = NonNullable<Implementations['organization']>;

/** Every token is valid, and belongs to the user whose id it is. */
const start = (methods: OrganizationMethods): Promise<TestGateway> =>
  startGateway({
    implementations: {
      identity: {
        authenticate: ({ sessionTokens }) => ({
          authentications: sessionTokens.map((token) => ({ session, user: { ...user, id: token } })),
        }),
      },
      audit: { listAuditLogs: () => ({ auditLogs: Buffer.from('[]') }) },
      organization: methods,
    },
  });

/** Sends all requests in one write to one connection, so that they arrive in one event loop turn. */
async function getAll({ port }: TestGateway, requests: readonly (readonly [path: string, userId: string])[]) {
  const socket = connect(port, '127.0.0.1');
  const heads = requests.map(
    ([path, userId]) =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: of-${userId}\r\nAuthorization: Bearer ${userId}\r\n\r\n`,
  );
  socket.write(heads.join('').replace(/\r\n$/, 'Connection: close\r\n\r\n'));
  const answers = (await text(socket)).split(/(?=HTTP\/1\.1 \d)/);
  return answers.map((answer) => ({
    status: Number(answer.slice(9, 12)),
    body: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Record<string, unknown>,
  }));
}

const trailOf = (slug: string) => `/v1/organizations/${slug}/audit-logs`;

describe('accesses of users in one event loop turn', () => {
  const resolveAccessOfUsers: OrganizationMethods['resolveAccessOfUsers'] = ({ paths }) => ({
    outcomes: paths.map(({ organizationSlug }) => {
      const access = accessTo(organizationSlug, '');
      return access === undefined
        ? { outcome: { case: 'failure', value: failureToProto(notFound('', 'organization_not_visible')) } }
        : { outcome: { case: 'access', value: access } };
    }),
  });

  it('are one call, whose token names the users, and each request gets its own', async () => {
    const gateway = await start({ resolveAccessOfUsers });
    const answers = await getAll(gateway, [
      [trailOf('acme'), 'ada'],
      [trailOf('other'), 'grace'],
      [trailOf('acme'), 'alan'],
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
    const resolved = gateway.calls.filter(({ method }) => method.startsWith('resolveAccess'));
    expect(resolved).toMatchObject([
      {
        method: 'resolveAccessOfUsers',
        request: {
          paths: [{ organizationSlug: 'acme' }, { organizationSlug: 'other' }, { organizationSlug: 'acme' }],
          requestIds: ['of-ada', 'of-grace', 'of-alan'],
        },
        call: { caller: { type: 'system' }, users: ['ada', 'grace', 'alan'] },
      },
    ]);
    const lists = gateway.calls.filter(({ method }) => method === 'listAuditLogs');
    expect(lists.map(({ call }) => call.caller)).toMatchObject([{ userId: 'ada' }, { userId: 'alan' }]);
  });

  it('all fail where organization is away, or does not answer for each of them', async () => {
    const requests = ['ada', 'grace'].map((userId) => [trailOf('acme'), userId] as const);
    const away = await start({ resolveAccessOfUsers: () => Promise.reject(unavailable('away')) });
    expect((await getAll(away, requests)).map(({ status }) => status)).toEqual([503, 503]);
    const short = await start({ resolveAccessOfUsers: () => ({ outcomes: [] }) });
    expect((await getAll(short, requests)).map(({ status }) => status)).toEqual([500, 500]);
    const empty = await start({ resolveAccessOfUsers: () => ({ outcomes: [{}, {}] }) });
    expect((await getAll(empty, requests)).map(({ status }) => status)).toEqual([500, 500]);
  });

  it('are calls of their own where they come alone', async () => {
    const gateway = await start({});
    expect((await getAll(gateway, [[trailOf('acme'), 'ada']]))[0]?.status).toBe(200);
    expect(gateway.calls[1]).toMatchObject({ method: 'resolveAccess', call: { caller: { userId: 'ada' } } });
  });
});

describe('lists of organizations in one event loop turn', () => {
  it('are one call, and each user gets their own', async () => {
    const gateway = await start({
      listOrganizationsOfUsers: () => ({ lists: [{ organizations: [organization] }, {}] }),
    });
    const answers = await getAll(gateway, [
      ['/v1/organizations', 'ada'],
      ['/v1/organizations', 'grace'],
    ]);
    expect(answers.map(({ body }) => (body['organizations'] as unknown[]).length)).toEqual([1, 0]);
    expect(gateway.calls.slice(1)).toMatchObject([
      {
        method: 'listOrganizationsOfUsers',
        request: { requestIds: ['of-ada', 'of-grace'] },
        call: { users: ['ada', 'grace'] },
      },
    ]);
  });
});
