type RoleWords = Readonly<Record<'name' | 'may', string>>;

/** What people with a role may do, where roles are chosen and shown. */
export const roles: Readonly<Record<'organization' | 'workspace', Readonly<Record<string, RoleWords>>>> = {
  organization: {
    admin: { name: 'Admin', may: 'Sees and changes everything, including people, keys and the audit trail.' },
    member: { name: 'Member', may: 'Sees every workspace and sets up integrations.' },
    viewer: { name: 'Viewer', may: 'Sees every workspace, and changes nothing.' },
    guest: { name: 'Guest', may: 'Sees only the workspaces they were added to.' },
  },
  workspace: {
    admin: {
      name: 'Admin',
      may: 'Sees and changes everything in this workspace, including people and keys.',
    },
    member: { name: 'Member', may: 'Sees this workspace and sets up its integrations.' },
    viewer: { name: 'Viewer', may: 'Sees this workspace, and changes nothing.' },
  },
};
