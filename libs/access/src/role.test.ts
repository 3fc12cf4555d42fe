import { expect, it } from 'vitest';
import { type Role, reaches, roles, workspaceRoles } from './role.ts';

it('each role reaches itself and those behind it, and no role before it', () => {
  for (const [place, role] of roles.entries()) {
    for (const [other, least] of roles.entries()) expect(reaches(role, least)).toBe(place <= other);
  }
});

it('roles are ordered from admin to guest, in a workspace to viewer', () => {
  expect(roles).toEqual(['admin', 'member', 'viewer', 'guest']);
  expect(workspaceRoles).toEqual(roles.filter((role) => role !== 'guest'));
});

it('a role that this version does not know reaches none', () => {
  for (const unknown of ['billing', 'Admin', '', undefined]) {
    for (const least of roles) expect(reaches(unknown as Role, least)).toBe(false);
  }
});
