import type { WorkspaceRole } from '@patchbay/access/role';
import type { Invitation } from './invitation.ts';

export const now = new Date('2026-03-01T12:00:00.000Z');
export const hours = (count: number): Date => new Date(now.getTime() + count * 60 * 60 * 1000);

export const inviter = { userId: 'grace-id', email: 'grace@acme.example', name: 'Grace' };

/** A pending invitation that expires in 24 hours. */
export const invitationWith = (more: Partial<Invitation> = {}): Invitation => ({
  id: 'an-invitation',
  email: 'ada@acme.example',
  role: 'member',
  status: 'pending',
  expiresAt: hours(24),
  createdAt: hours(-24),
  organization: {
    id: 'an-organization',
    slug: 'acme',
    name: 'Acme',
    deletesAt: null,
    suspendedReason: null,
  },
  workspace: null,
  inviter,
  apiKeyId: null,
  ...more,
});

export const toWorkspace = (role: WorkspaceRole): Pick<Invitation, 'role' | 'workspace'> => ({
  role: 'guest',
  workspace: { id: 'a-workspace', slug: 'spring', name: 'Spring', role },
});
