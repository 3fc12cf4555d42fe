/** Passkeys of a person, and organizations that demand them. */
export const passkeys = {
  title: 'Passkeys',
  text: 'A passkey signs you in with your fingerprint, face or screen lock, or with a security key. Nobody can steal it with a fake page.',
  none: 'You have no passkey yet',
  noneText: 'Create one on this device. It takes a few seconds, and an emailed link keeps working too.',
  create: 'Create a passkey',
  unable: "This browser can't use passkeys.",
  name: 'Name',
  nameHelp: 'So that you recognise it later. Only you see it.',
  nameError: 'Enter a name of at most 100 characters.',
  /** Suggested for a passkey of this device. */
  nameOn: (browser: string, system: string | undefined) =>
    system === undefined ? browser : `${browser} on ${system}`,
  anyName: 'My passkey',
  synced: 'Synced',
  created: 'Created',
  lastUsed: 'Last used',
  actions: 'Actions',
  actionsOf: (name: string) => `Actions for ${name}`,
  next: 'Continue',
  newText: 'Your browser asks you to confirm with your fingerprint, face, screen lock or security key.',
  notTaken: "We couldn't save that passkey. Try again.",
  done: (name: string) => `The passkey ${name} is ready. Use it the next time you sign in.`,
  rename: 'Rename',
  renameTitle: 'Rename the passkey',
  renamed: 'The passkey was renamed.',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete the passkey ${name}?`,
  deleteText:
    "Nobody can sign in with it anymore. Sessions that it opened go on. Your device may still list it: delete it there too, so that it isn't suggested.",
  deleteLast: "It's your only one. You can still sign in with an emailed link.",
  deleteAction: 'Delete passkey',
  deleted: (name: string) => `The passkey ${name} was deleted.`,
  offer: {
    title: 'Sign in with a passkey next time',
    text: 'Your fingerprint, face or screen lock instead of an email. It takes a few seconds.',
    later: 'Not now',
  },
  required: {
    title: (organization: string) => `${organization} needs a passkey`,
    lead: 'Everyone here signs in with a passkey. You signed in another way, so the pages of this organization stay closed for now.',
    signIn: 'Sign in with a passkey',
    signInText: 'Use one of your passkeys. You come right back here.',
    create: 'Create a passkey',
    createText:
      'No passkey yet? Create one in your account first. Then sign in with it here. Nothing else changes for you.',
  },
};
