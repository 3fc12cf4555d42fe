import { randomBytes } from 'node:crypto';
import { createSealer, generateSealingKey, parseSealingKeys } from '@patchbay/sealing/sealer';

/** Rows of one kind of thing that an installation has many of. */
export interface Stored {
  readonly name: string;
  /** All tables that have rows of it, with copies in other schemas. */
  readonly tables: readonly string[];
  /** Each inserts rows for `$1` things, by one statement. */
  readonly inserts: readonly string[];
}

const agent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const place = 'generate_series(1, $1::int) as place';
/** 32 random bytes, as long as a SHA-256. */
const digest = `decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')`;

/** Random text that was sealed: Postgres cannot compress it. Secrets of 160 characters, as access and refresh tokens of OAuth have. */
function sealedSecrets(): string {
  const sealer = createSealer(parseSealingKeys(generateSealingKey('bench')));
  const seal = (): string => sealer.seal(randomBytes(120).toString('base64url'), 'bench');
  return JSON.stringify({ accessToken: seal(), refreshToken: seal() });
}

/** In the order in which they refer to each other. Ids are UUIDs of version 7, as those of the services. */
export const stored: readonly Stored[] = [
  {
    name: 'users',
    tables: ['identity.users', 'organization.people'],
    inserts: [
      `insert into identity.users (id, email, name, email_verified)
         select uuidv7(), 'person-' || place || '@agency.example', 'Person Number ' || place, true from ${place}`,
      `insert into organization.people (user_id, email, name, version)
         select id, email, name, version from identity.users order by id limit $1::int`,
    ],
  },
  {
    name: 'sessions',
    tables: ['identity.sessions'],
    inserts: [
      `insert into identity.sessions
           (id, user_id, token_digest, created_at, expires_at, last_seen_at, ip_address, user_agent)
         select uuidv7(), id, ${digest}, now(), now() + interval '7 days', now(), '203.0.113.7', '${agent}'
         from identity.users limit $1::int`,
    ],
  },
  {
    name: 'organizations',
    tables: ['organization.organizations', 'audit.chain_heads', 'audit.published_heads'],
    inserts: [
      `insert into organization.organizations (id, slug, name)
         select uuidv7(), 'organization-' || place, 'Organization ' || place from ${place}`,
      `insert into audit.chain_heads (organization_id, sequence, hash)
         select id, 0, repeat('0', 64) from organization.organizations limit $1::int`,
      `insert into audit.published_heads (organization_id, sequence, recorded_at, published_at)
         select id, 1, now(), now() from organization.organizations limit $1::int`,
    ],
  },
  {
    name: 'memberships',
    tables: ['organization.members', 'organization.membership_periods'],
    inserts: [
      `insert into organization.members (id, organization_id, user_id, role)
         select uuidv7(), organizations.id, user_id, 'member'
         from (select user_id, row_number() over () as number from organization.people) as person
         join (select id, row_number() over () as number from organization.organizations) as organizations using (number)
         where number <= $1::int`,
    ],
  },
  {
    name: 'workspaces',
    tables: ['organization.workspaces', 'integration.workspaces'],
    inserts: [
      `insert into organization.workspaces (id, organization_id, slug, name)
         select uuidv7(), id, 'spring-campaigns', 'Spring campaigns' from organization.organizations limit $1::int`,
      `insert into integration.workspaces
           (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of)
         select id, organization_id, slug, name, 'Organization 1234', now(), now()
         from organization.workspaces limit $1::int`,
    ],
  },
  {
    name: 'API keys',
    tables: ['organization.api_keys'],
    inserts: [
      `insert into organization.api_keys
           (id, organization_id, creator_user_id, name, digest, level, role, last_request_at)
         select uuidv7(), organization_id, user_id, 'Nightly reports', ${digest}, 'organization', 'member', now()
         from organization.members limit $1::int`,
    ],
  },
  {
    name: 'integrations with credentials',
    tables: ['integration.integrations', 'integration.credentials'],
    inserts: [
      `insert into integration.integrations
           (id, workspace_id, provider, name, status, status_checked_at, connected_at, connected_account,
            created_by_email, check_at)
         select uuidv7(), id, 'google_ads', 'Nordlicht, search', 'active', now(), now(), 'Nordlicht GmbH (123-456-7890)',
           'person@agency.example', now() + random() * interval '6 hours'
         from integration.workspaces limit $1::int`,
      `insert into integration.credentials
           (integration_id, organization_id, workspace_id, sealed, key_id, expires_at, renew_at)
         select integrations.id, organization_id, workspace_id, '${sealedSecrets()}', 'bench', now(), now()
         from integration.integrations join integration.workspaces on workspaces.id = workspace_id limit $1::int`,
    ],
  },
];
