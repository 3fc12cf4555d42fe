import { forbidden } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { apiKeyHeader, bearer, post, startGateway } from '../testing/gateway.ts';
import { accessTo, invitation, organization } from '../testing/values.ts';

const perHour = (limit: number) => ({ limit, windowSeconds: 3_600 });
const inOrganization = '/v1/organizations/acme/invitations';
const inWorkspace = '/v1/organizations/acme/workspaces/brand/invitations';
const places = [inOrganization, inWorkspace];
const invite = (email: string, headers: Record<string, string> = bearer) =>
  post({ email, role: 'member' }, headers);
const again = { method: 'POST', headers: bearer };
const resendIn = (place: string) => `${place}/${invitation.id}/resend`;

describe('invitation mails', () => {
  it('invitations to one address count together, whatever its spelling, workspace or sender', async () => {
    const { fetch, calls } = await startGateway({ limits: { invitationPerRecipient: perHour(5) } });
    const { email } = invitation;
    const statuses = [
      await fetch(inOrganization, invite(email)),
      await fetch(inWorkspace, invite(` ${email.toUpperCase()} `)),
      await fetch(inWorkspace, invite(email, apiKeyHeader('organization'))),
      await fetch(resendIn(inOrganization), again),
      await fetch(resendIn(inWorkspace), again),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 201, 200, 200]);
    for (const place of places) {
      const refused = [await fetch(place, invite(email)), await fetch(resendIn(place), again)];
      for (const { status, headers } of refused) {
        expect(status).toBe(429);
        expect(headers.get('ratelimit-policy')).toContain('"invitationPerRecipient";q=5;w=3600');
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
      }
    }
    expect((await fetch(inOrganization, invite('grace+more@acme.example'))).status).toBe(201);
    const sent = calls.filter(({ method }) => ['createInvitation', 'resendInvitation'].includes(method));
    expect(sent).toHaveLength(6);
  });

  it('invitations count per organization', async () => {
    const other = { organizationId: '0199c1f0-8a3b-7c55-b1de-52c1f0a7e9ff', email: 'a@b.example' };
    const { fetch } = await startGateway({
      limits: { invitationPerOrganization: perHour(3) },
      implementations: {
        organization: { resolveAccess: ({ workspaceSlug }) => ({ access: accessTo('acme', workspaceSlug) }) },
        invitations: {
          resolveRecipient: ({ organizationSlug, invitation: mailed }) =>
            organizationSlug === 'other'
              ? other
              : {
                  organizationId: organization.id,
                  email: mailed.case === 'created' ? mailed.value.email : invitation.email,
                },
        },
      },
    });
    expect((await fetch(inOrganization, invite('a@b.example'))).status).toBe(201);
    expect((await fetch(inWorkspace, invite('b@b.example'))).status).toBe(201);
    const last = await fetch(resendIn(inOrganization), again);
    expect(last.status).toBe(200);
    expect(last.headers.get('ratelimit')).toMatch(
      /"invitationPerRecipient";r=4;t=\d+, "invitationPerOrganization";r=0;t=\d+$/,
    );
    for (const place of places) {
      const refused = await fetch(place, invite('c@b.example'));
      expect(refused.status).toBe(429);
      expect(refused.headers.get('ratelimit-policy')).toContain('"invitationPerOrganization";q=3;w=3600');
    }
    const elsewhere = '/v1/organizations/other/invitations';
    expect((await fetch(elsewhere, invite('a@b.example'))).status).toBe(201);
  });

  it('invitations that organization refuses do not count', async () => {
    let allowed = false;
    const { fetch, calls } = await startGateway({
      limits: { invitationPerRecipient: perHour(1), invitationPerOrganization: perHour(1) },
      implementations: {
        invitations: {
          resolveRecipient: () => {
            if (!allowed)
              throw forbidden('Only admins of the organization can see and send its invitations.');
            return { organizationId: organization.id, email: invitation.email };
          },
        },
      },
    });
    for (const place of places) {
      const refused = await fetch(place, invite(invitation.email));
      expect(refused.status).toBe(403);
      expect(refused.headers.get('ratelimit-policy')).not.toContain('invitationPer');
      expect((await fetch(resendIn(place), again)).status).toBe(403);
    }
    expect(calls.some(({ method }) => method === 'createInvitation')).toBe(false);
    allowed = true;
    expect((await fetch(inOrganization, invite(invitation.email))).status).toBe(201);
    expect((await fetch(inOrganization, invite(invitation.email))).status).toBe(429);
  });

  it('an invitation resolves its recipient by one call, as the caller', async () => {
    const { fetch, calls } = await startGateway();
    await fetch(inWorkspace, invite('A@B.example'));
    await fetch(resendIn(inOrganization), again);
    const asked = calls.filter(({ method }) => method === 'resolveRecipient');
    expect(asked.map(({ request }) => request)).toMatchObject([
      {
        organizationSlug: 'acme',
        workspaceSlug: 'brand',
        invitation: { case: 'created', value: { email: 'a@b.example' } },
      },
      {
        organizationSlug: 'acme',
        workspaceSlug: '',
        invitation: { case: 'resent', value: invitation.id },
      },
    ]);
    expect(asked.map(({ call }) => call.caller.type)).toEqual(['user', 'user']);
  });
});
