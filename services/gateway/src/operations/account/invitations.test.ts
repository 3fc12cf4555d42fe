import { describe, expect, it } from 'vitest';
import { startGateway } from '../../testing/gateway.ts';
import { invitation, user, workspaceInvitation } from '../../testing/values.ts';

describe('getInvitation', () => {
  it('an invitation preview shows recipient, place, role, sender, status and expiry only', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch('/v1/invitations/a-token', { headers: { 'x-api-key': 'ignored' } });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      email: workspaceInvitation.email,
      organization: { slug: 'acme', name: 'Acme Media' },
      workspace: { slug: 'brand', name: 'Brand campaigns', role: 'admin' },
      role: 'guest',
      inviterName: user.name,
      inviterEmail: user.email,
      status: 'pending',
      expiresAt: '2026-11-17T09:30:00.000Z',
    });
    expect(calls).toMatchObject([
      { method: 'previewInvitation', request: { token: 'a-token' }, call: { caller: { type: 'anonymous' } } },
    ]);
  });

  it('a preview of an invitation into the organization has no workspace', async () => {
    const { fetch } = await startGateway({
      implementations: { invitations: { previewInvitation: () => ({ invitation }) } },
    });
    const response = await fetch('/v1/invitations/a-token');
    expect(await response.json()).not.toHaveProperty('workspace');
  });

  it.each(['x'.repeat(129), '%00', 'a%0Ab'])(
    'the malformed invitation token %j is not looked up',
    async (token) => {
      const { fetch, calls } = await startGateway();
      expect((await fetch(`/v1/invitations/${token}`)).status).toBe(404);
      expect(calls).toEqual([]);
    },
  );
});
