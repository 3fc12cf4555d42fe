import { describe, expect, it } from 'vitest';
import { tellings } from '../../words/en/trail-sentences.ts';
import { plain } from '../../words/phrase.ts';
import { type Entry, tell } from './story.ts';

type Action = Entry['action'];

const ada = { type: 'user', id: 'ada', email: 'ada@acme.example', name: 'Ada', apiKeyPrefix: null } as const;
const nobody = { id: null, email: null, name: null, apiKeyPrefix: null };
const client = { ...nobody, type: 'client' } as const;
const system = { ...nobody, type: 'system' } as const;
const robot = { ...ada, type: 'api_key', id: 'a-key', apiKeyPrefix: 'pby_0123456789A' } as const;
const north = { slug: 'north', name: 'North' };

type Part = Partial<Omit<Entry, 'changes' | 'target'>> & {
  readonly target?: Partial<Entry['target']>;
  /** Before and after by field. */
  readonly changed?: Readonly<Record<string, readonly [unknown, unknown]>>;
};

const entryOf = (action: Action, { changed = {}, target, ...more }: Part = {}): Entry => ({
  id: 'an-entry',
  action,
  occurredAt: '2026-11-16T12:00:00.000Z',
  recordedAt: '2026-11-16T12:00:00.100Z',
  actor: ada,
  workspace: null,
  metadata: {},
  ipAddress: null,
  userAgent: null,
  requestId: null,
  traceId: null,
  sequence: 1,
  hash: '',
  previousHash: '',
  ...more,
  target: { type: 'integration', id: 'a-target', name: 'Google Ads', ...target },
  changes: Object.entries(changed).map(([field, [before, after]]) => ({ field, before, after })),
});

const keyNames = new Map([['a-key', 'Reports']]);
const formatDate = (iso: string): string => iso.slice(0, 10);
const textOf = (action: Action, part?: Part, names?: typeof keyNames): string =>
  plain(tell(entryOf(action, part), { formatDate, keyNames: names }));

const all = Object.keys(tellings) as Action[];
const iso = '2026-11-23T12:00:00.000Z';

describe('the sentence of an entry', () => {
  it.each<[Action, Part, string]>([
    ['user.updated', { changed: { name: ['Ada', 'Ada L.'] } }, 'Ada changed their name from Ada to Ada L.'],
    ['user.signed_in', { metadata: { method: 'google' } }, 'Ada signed in with Google'],
    ['user.signed_out', {}, 'Ada signed out'],
    [
      'session.revoked',
      { target: { type: 'session', name: 'Mozilla/5.0 (Macintosh) Firefox/140.0' } },
      'Ada ended a session in Firefox 140 on macOS',
    ],
    [
      'session.revoked',
      { metadata: { reason: 'wrong_user_codes' } },
      'A session of Ada was ended after too many wrong device codes',
    ],
    [
      'session.revoked',
      {
        metadata: {
          reason: 'operator',
          email: 'mia@acme.example',
          operator: { by: 'Olga', reason: 'stolen' },
        },
      },
      'An operator of Patchbay ended a session of mia@acme.example',
    ],
    [
      'organization.closed',
      { target: { name: 'Acme' }, metadata: { deletesAt: iso, operator: { by: 'Olga', reason: 'unpaid' } } },
      'An operator of Patchbay closed the organization Acme: it is deleted on 2026-11-23',
    ],
    ['organization.created', { target: { name: 'Acme' } }, 'Ada created the organization Acme'],
    [
      'organization.updated',
      { changed: { name: ['Acme', 'Acme Ltd'], domainRole: ['member', null] } },
      'Ada renamed the organization Acme to Acme Ltd and stopped people from joining with an address of its domain',
    ],
    [
      'organization.updated',
      { changed: { domainRole: [null, 'viewer'] } },
      'Ada let people with an address of its domain join as a viewer',
    ],
    [
      'member.added',
      { target: { name: 'Mia' }, changed: { role: [null, 'member'] }, metadata: { by: 'invitation' } },
      'Mia joined the organization as a member by invitation',
    ],
    [
      'member.role_changed',
      { target: { name: 'Mia' }, changed: { role: ['viewer', 'admin'] } },
      'Ada changed the role of Mia from a viewer to an admin',
    ],
    [
      'member.role_changed',
      { target: { type: 'member', id: 'ada' }, changed: { role: ['viewer', 'admin'] } },
      'Ada became an admin, and was a viewer before',
    ],
    [
      'member.removed',
      {
        target: { type: 'member', name: 'Mia' },
        metadata: { organizationKeys: [{ name: 'CI' }], organizationKeysOmitted: 1, liveConnectLinks: 1 },
      },
      'Ada removed Mia from the organization; 2 API keys they made and a connect link they could see still work',
    ],
    ['member.removed', { target: { type: 'member', id: 'ada' } }, 'Ada left the organization'],
    [
      'invitation.created',
      { target: { name: 'gus@client.example' }, workspace: north, changed: { role: [null, 'member'] } },
      'Ada invited gus@client.example to North as a member',
    ],
    [
      'invitation.resent',
      { target: { name: 'gus@client.example' } },
      'Ada invited gus@client.example to the organization again',
    ],
    ['invitation.accepted', { workspace: north }, 'Ada accepted the invitation to North'],
    ['invitation.declined', {}, 'Ada declined the invitation to the organization'],
    [
      'invitation.canceled',
      { target: { name: 'gus@client.example' }, workspace: north },
      'Ada withdrew the invitation of gus@client.example to North',
    ],
    ['workspace.created', { target: { name: 'North' } }, 'Ada created the workspace North'],
    [
      'workspace.updated',
      { changed: { name: ['North', 'Far north'] } },
      'Ada renamed the workspace North to Far north',
    ],
    [
      'workspace_member.added',
      { target: { name: 'Gus' }, workspace: north, changed: { role: [null, 'viewer'] } },
      'Ada added Gus to North as a viewer',
    ],
    [
      'workspace_member.role_changed',
      { target: { name: 'Gus' }, workspace: north, changed: { role: ['viewer', 'member'] } },
      'Ada changed the role of Gus in North from a viewer to a member',
    ],
    ['workspace_member.removed', { target: { name: 'Gus' }, workspace: north }, 'Ada removed Gus from North'],
    [
      'api_key.created',
      {
        target: { name: 'Reports' },
        metadata: { prefix: 'pby_1' },
        changed: { level: [null, 'organization'], role: [null, 'viewer'], expiresAt: [null, iso] },
      },
      'Ada created the API key Reports (pby_1…) for the organization as a viewer, until 2026-11-23',
    ],
    [
      'api_key.created',
      {
        target: { name: 'Mine' },
        changed: { level: [null, 'user'], role: [null, null], expiresAt: [null, null] },
      },
      'Ada created the API key Mine for themselves',
    ],
    ['api_key.updated', { changed: { name: ['CI', 'CI 2'] } }, 'Ada renamed the API key CI to CI 2'],
    ['api_key.disabled', { target: { name: 'CI' } }, 'Ada switched off the API key CI'],
    ['api_key.enabled', { target: { name: 'CI' } }, 'Ada switched the API key CI on again'],
    [
      'api_key.rotated',
      { target: { name: 'CI' }, metadata: { graceHours: 24 } },
      'Ada replaced the API key CI by a new one; the old one works for 24 more hours',
    ],
    [
      'api_key.rotated',
      { target: { name: 'CI' }, metadata: { graceHours: 0 } },
      'Ada replaced the API key CI by a new one; the old one stopped working at once',
    ],
    [
      'api_key.revoked',
      { target: { name: 'CI' }, metadata: { because: 'member_removed' } },
      'Ada revoked the API key CI by removing the person who made it from the organization',
    ],
    ['integration.created', { workspace: north }, 'Ada added Google Ads to North'],
    [
      'integration.updated',
      { workspace: north, changed: { name: ['Ads', 'Google Ads'], settings: [{}, { account: '1' }] } },
      'Ada renamed Ads of North to Google Ads and changed the settings',
    ],
    [
      'integration.updated',
      {
        actor: client,
        workspace: north,
        changed: { settings: [{}, {}], returnUrl: [null, 'https://a.example'] },
      },
      'A client changed the settings and the return address of Google Ads of North',
    ],
    ['integration.deleted', { workspace: north }, 'Ada deleted Google Ads of North'],
    [
      'integration.connect_link_issued',
      { workspace: north, metadata: { expiresAt: iso } },
      'Ada made a new connect link for Google Ads of North, which works until 2026-11-23',
    ],
    [
      'integration.connect_link_revoked',
      { workspace: north },
      'Ada withdrew the connect link of Google Ads of North',
    ],
    [
      'integration.connected',
      { actor: client, workspace: north, metadata: { connectedAccount: '123-456' } },
      'A client connected Google Ads of North to 123-456',
    ],
    [
      'integration.accounts_chosen',
      {
        actor: client,
        workspace: north,
        metadata: {
          accounts: [
            { id: '1', name: 'Nordlicht Shop' },
            { id: '2', name: null },
          ],
        },
      },
      'A client chose Nordlicht Shop and 2 for Google Ads of North',
    ],
    [
      'integration.connect_failed',
      { actor: client, workspace: north, metadata: { kind: 'declined' } },
      'A client tried to connect Google Ads of North, but declined at the provider',
    ],
    [
      'integration.status_changed',
      { actor: system, workspace: north, changed: { status: ['active', 'error'] } },
      "Google Ads of North stopped working: the provider doesn't accept its access anymore",
    ],
    [
      'integration.status_changed',
      { workspace: north, changed: { status: ['error', 'active'] } },
      'Ada checked Google Ads of North: it works again',
    ],
    [
      'integration.authorization_ending',
      { actor: system, workspace: north, metadata: { daysLeft: 7, endsAt: iso } },
      'The access of Google Ads of North ends within 7 days, on 2026-11-23: the client has to connect again',
    ],
    ['integration.disabled', { workspace: north }, 'Ada switched off Google Ads of North'],
    [
      'integration.enabled',
      { workspace: north, metadata: { status: 'pending' } },
      "Ada switched Google Ads of North on again, and it isn't connected yet",
    ],
    [
      'integration.used',
      { actor: robot, workspace: north },
      'The API key pby_0123456789A… of Ada read through Google Ads of North for the first time that day',
    ],
    [
      'integration.request_sent',
      { workspace: north, metadata: { method: 'POST', path: '/v1/budgets', status: 200 } },
      'Ada sent a change through Google Ads of North: POST /v1/budgets, answered with 200',
    ],
    [
      'integration.request_sent',
      { workspace: north, metadata: { method: 'POST', path: '/v1/budgets', status: null } },
      'Ada sent a change through Google Ads of North: POST /v1/budgets, without a known answer',
    ],
    [
      'grant.created',
      { target: { name: 'CI for Google Ads' }, workspace: north, metadata: { access: 'read' } },
      'Ada gave access to read in North: CI for Google Ads',
    ],
    [
      'grant.revoked',
      { target: { name: 'CI for Google Ads' }, workspace: north, metadata: { reason: 'key_ended' } },
      'An access in North ended with its API key: CI for Google Ads',
    ],
    [
      'grant.revoked',
      { target: { name: 'CI for Google Ads' }, workspace: north, metadata: { reason: 'accounts_changed' } },
      'An access in North ended because the connection is for other accounts now: CI for Google Ads',
    ],
    ['webhook.created', { target: { name: 'hooks.example' } }, 'Ada added a webhook to hooks.example'],
    [
      'webhook.updated',
      {
        target: { name: 'hooks.example' },
        changed: { url: ['https://a', 'https://b'], status: ['disabled', 'active'] },
      },
      'Ada switched on the webhook to hooks.example and changed the address',
    ],
    ['webhook.deleted', { target: { name: 'hooks.example' } }, 'Ada deleted the webhook to hooks.example'],
    [
      'webhook.secret_rotated',
      { target: { name: 'hooks.example' }, metadata: { graceHours: 1 } },
      'Ada gave the webhook to hooks.example a new secret; the old one works for 1 more hour',
    ],
    [
      'webhook.disabled',
      { actor: system, target: { name: 'hooks.example' }, metadata: { reason: 'gone' } },
      'Patchbay switched off the webhook to hooks.example, because its receiver says that it is gone',
    ],
  ])('of %s is told as a colleague would', (action, part, sentence) => {
    expect(textOf(action, part)).toBe(sentence);
  });

  it('of an API key names the key where its name is known', () => {
    expect(textOf('integration.deleted', { actor: robot }, keyNames)).toBe(
      'The API key Reports (pby_0123456789A…) deleted Google Ads',
    );
  });

  it.each(all)('of %s has no gaps where everything is missing', (action) => {
    for (const actor of [ada, client, system, { ...robot, ...nobody, type: 'api_key' as const }]) {
      const sentence = textOf(action, { actor, target: { name: '' } });
      expect(sentence).not.toMatch(/undefined|null|\[object|\s\s|\s$|\s[,;:]/);
      expect(sentence.split(' ').length).toBeGreaterThan(1);
    }
  });

  it('shortens a name as the trail does, and does not trust what metadata holds', () => {
    const long = { beginning: '"Long', length: 300, sha256: 'aa' };
    expect(textOf('workspace.updated', { changed: { name: [long, 'Short'] } })).toBe(
      'Ada renamed the workspace Long… to Short',
    );
    expect(textOf('integration.connected', { metadata: { connectedAccount: { id: 1 } } })).toBe(
      'Ada connected Google Ads',
    );
    expect(textOf('api_key.created', { changed: { expiresAt: [null, 'never'] } })).not.toContain('until');
  });

  it('of an action of a newer API names the action', () => {
    expect(textOf('workspace.archived' as Action, { target: { name: 'North' } })).toBe(
      'Ada: workspace.archived, North',
    );
  });
});
