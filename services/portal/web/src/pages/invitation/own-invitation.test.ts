import { describe, expect, it } from 'vitest';
import type { Schemas } from '../../api/answer.ts';
import { ownInvitation } from './own-invitation.ts';

const acme = { slug: 'acme', name: 'Acme' };
const north = { slug: 'north', name: 'North', role: 'viewer' as const };

const invitation = (id: string, more: Partial<Schemas['Invitation']> = {}): Schemas['Invitation'] => ({
  id,
  email: 'mary@studio.example',
  role: 'member',
  status: 'pending',
  organization: acme,
  expiresAt: '2026-11-17T09:30:00Z',
  createdAt: '2026-11-15T09:30:00Z',
  inviterEmail: 'ada@acme.example',
  inviterName: 'Ada',
  ...more,
});

describe('the invitation behind a link', () => {
  const pending = [
    invitation('other', { organization: { slug: 'other', name: 'Acme' } }),
    invitation('workspace', { workspace: north, role: 'guest' }),
    invitation('organization'),
  ];

  it('a link into an organization finds the invitation into that organization', () => {
    expect(ownInvitation({ organization: acme }, pending)?.id).toBe('organization');
  });

  it('a link into a workspace finds the invitation into that workspace', () => {
    expect(ownInvitation({ organization: acme, workspace: north }, pending)?.id).toBe('workspace');
  });

  it('a link finds no invitation that is no longer pending', () => {
    expect(ownInvitation({ organization: acme }, pending.slice(0, 2))).toBeUndefined();
  });
});
