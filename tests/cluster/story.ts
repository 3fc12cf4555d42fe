import { createSimulators } from '@patchbay/testing/ad-providers';
import type { TestSmtpServer } from '@patchbay/testing/smtp';
import { type Answer, type Api, apiAt, firstBrokenLink, trailWhen } from '../api.ts';
import { invite, signIn, signUpAndIn } from '../people.ts';

/** A provider with a form: it can be connected without a browser. */
const provider = 'criteo';

const expected = <Body>(what: string, status: number, answer: Answer<Body>): Body => {
  if (answer.status !== status)
    throw new Error(`${what} answered ${answer.status}, not ${status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

export interface Told {
  readonly organizationSlug: string;
  /** Of the admin. */
  readonly api: Api;
  /** Paths in the API. */
  readonly workspace: string;
  readonly integration: string;
  readonly entries: number;
}

/** From sign-up to the audit trail, with one organization, whose names begin with `slug`. Throws at the first wrong answer. */
export async function tellStory(address: string, smtp: TestSmtpServer, slug: string): Promise<Told> {
  const anybody = apiAt(address);
  const email = `ada@${slug}.example`;
  const token = await signUpAndIn(anybody, smtp, {
    email,
    name: 'Ada',
    organizationName: slug,
    organizationSlug: slug,
  });
  const api = anybody.withSession(token);
  const organization = `/v1/organizations/${slug}`;
  expected(
    'a workspace',
    201,
    await api.post(`${organization}/workspaces`, { name: 'Spring', slug: 'spring' }),
  );
  await invite(api, organization, { email: `bob@${slug}.example`, role: 'member' });
  await signIn(anybody, smtp, `bob@${slug}.example`);
  const { key } = expected(
    'an API key',
    201,
    await api.post<{ key: string }>(`${organization}/api-keys`, {
      name: 'robot',
      level: 'organization',
      role: 'viewer',
    }),
  );
  expected('a request by key', 200, await anybody.withKey(key).get(`${organization}/workspaces`));
  const workspace = `${organization}/workspaces/spring`;
  const integrations = `${workspace}/integrations`;
  const { id } = expected(
    'an integration',
    201,
    await api.post<{ id: string }>(integrations, { provider, name: 'Sales' }),
  );
  const fields = createSimulators().find((each) => each.provider === provider)?.ways[0].fields;
  const connected = expected(
    'its credentials',
    200,
    await api.post<{ status: string }>(`${integrations}/${id}/credentials`, fields),
  );
  if (connected.status !== 'active') throw new Error(`the integration is ${connected.status}, not active`);
  const actions = [
    'organization.created',
    'workspace.created',
    'invitation.created',
    'api_key.created',
    'integration.connected',
  ];
  const trail = await trailWhen(
    api,
    slug,
    (entries) => actions.every((action) => entries.some((entry) => entry.action === action)),
    20_000,
  );
  const missing = actions.filter((action) => !trail.some((entry) => entry.action === action));
  if (missing.length > 0) throw new Error(`the trail lacks ${missing.join(', ')}`);
  const broken = firstBrokenLink(trail);
  if (broken !== undefined) throw new Error(`the trail is broken at ${broken}`);
  return {
    organizationSlug: slug,
    api,
    workspace,
    integration: `${integrations}/${id}`,
    entries: trail.length,
  };
}
