/** Of several pages, and of the parts. */
export const common = {
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  copied: 'Copied',
  copy: (label: string) => `Copy ${label}`,
  notices: 'Notices',
  never: 'Never',
  /** `when`: "in 3 months". */
  onDay: (when: string, date: string) => `${when} (${date})`,
  others: (count: number) => `${count} more`,
  offline: "You're offline. This page loads when you're back.",
  offlineBar: "You're offline. What you see may be out of date, and changes can't be saved.",
  unreachableBar:
    "Patchbay doesn't answer right now. What you see may be out of date. This goes away by itself once it answers.",
  stale: (time: string) => `We couldn't refresh this. It's from ${time}.`,
  takesLong: 'This takes longer than usual.',
  forbidden: "You don't have access to this.",
  notThere: "We can't find this. It may have been deleted, or you don't have access to it anymore.",
  /** Why something is disabled. */
  refused: (role: string) => `Your role here is ${role}. Ask an admin to do this, or to change your role.`,
  /** The API's words begin after the name of the field. */
  fieldError: (field: string, message: string) => `${field} ${message}.`,
  draft: { restored: 'We kept what you typed here earlier.', discard: 'Discard' },
  selection: {
    select: (name: string) => `Select ${name}`,
    selectAll: (count: string) => `Select all ${count}`,
  },
  views: {
    label: 'Saved views',
    save: 'Save view',
    rename: 'Rename',
    delete: 'Delete view',
    more: (name: string) => `More for the view ${name}`,
  },
  confirm: {
    label: (name: string) => `Type ${name} to confirm`,
    mismatch: (name: string) => `This isn't the same. Type ${name}.`,
  },
};
