import { createSealer } from '@patchbay/sealing/sealer';
import { describe, expect, it } from 'vitest';
import type { Invitation } from '../../domain/invitation.ts';
import type { Dependencies } from '../dependencies.ts';
import { openToken, sealToken } from './invitations.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const dependencies = { sealer: createSealer([{ id: '2026', key }]) } as Dependencies;
const invitationOf = (organizationId: string, id: string) =>
  ({ id, organization: { id: organizationId } }) as Invitation;
const invitation = invitationOf('o1', 'i1');

describe('the sealed token of an invitation', () => {
  it('the token of an invitation opens, also if an earlier release sealed it', () => {
    expect(openToken(dependencies, invitation, sealToken(dependencies, invitation, 'pby-token'))).toBe(
      'pby-token',
    );
    const earlier = '2026.ZDum6PlmXglpDsPGp4YkA1GgCXumRtqKBsZmvwfW3Sr53sNDtg';
    expect(openToken(dependencies, invitation, earlier)).toBe('pby-token');
  });

  it.each([invitationOf('o1', 'i2'), invitationOf('o2', 'i1')])(
    'the token of an invitation does not open as that of another invitation: %o',
    (other) => {
      const sealed = sealToken(dependencies, invitation, 'pby-token');
      expect(() => openToken(dependencies, other, sealed)).toThrow('sealed for another record');
    },
  );
});
