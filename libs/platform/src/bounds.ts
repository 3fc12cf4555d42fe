/** Numbers of the API's contract: services enforce them, and texts of the API, mails and pages name them. */

/** The most of each thing. */
export const most = {
  membersOfOrganization: 10_000,
  workspacesOfOrganization: 1_000,
  /** Those into the organization itself and those into each workspace are counted apart. */
  pendingInvitations: 100,
  /** Live ones of the levels `organization` and `workspace` together. */
  keysOfOrganization: 1_000,
  keysOfPerson: 50,
  /** Revoked and expired keys of the levels `organization` and `workspace`: the newest are kept, and a list has as many of all levels. */
  deadKeysOfOrganization: 1_000,
  /** Revoked and expired user-level keys of a person: counted apart, so that nobody's keys push out those of others. */
  deadKeysOfPerson: 50,
  /** Those of an organization itself, and those of each workspace, that lists hold besides the pending ones: the newest. */
  endedInvitations: 5_000,
  /** One more ends the oldest. */
  sessionsOfPerson: 100,
  passkeysOfPerson: 20,
  integrationsOfWorkspace: 1_000,
  /** Those that a client chooses one by one; every account is a choice of its own. */
  chosenAccounts: 100,
  /** Live ones. */
  grantsOfIntegration: 200,
  /** Those that a list holds besides the live ones: the newest. */
  endedGrantsOfIntegration: 1_000,
  webhooksOfOrganization: 10,
  /** Those of a webhook that are counted. */
  countedDeliveries: 10_000,
  /** Lines of a mail about integrations: it tells how many more there are. */
  linesOfMail: 50,
  /** Those that a mail about integrations names, so that its link stays short: the others are counted. */
  workspacesOfMail: 20,
  /** Of an entry of the trail as the API shows it, in thousands of bytes of JSON. */
  kilobytesOfEntry: 16,
  /** Of the JSON of a value in the changes of an entry: a longer one is shortened. */
  charactersOfChange: 200,
} as const;

export const lifetimes = {
  invitationHours: 48,
  /** How far ahead a resent invitation may expire. */
  invitationDaysAhead: 30,
  /** How long an invitation is kept after it has expired, also one that was answered or canceled before. */
  endedInvitationDays: 90,
  signInLinkMinutes: 15,
  deviceCodeMinutes: 10,
  /** From the options that a browser asks for to what its authenticator has signed. */
  passkeyChallengeMinutes: 5,
  /** How long the link of a mail about integrations ends the watching of its workspaces. */
  endWatchingDays: 30,
  /** Of a connect link, unless whoever issues it says otherwise. */
  connectLinkDays: 7,
  connectLinkMaxDays: 30,
  /** Of a grant, unless whoever creates it says otherwise. */
  grantDays: 90,
  /** From the start of a consent at a provider to the return from it. */
  consentMinutes: 10,
  /** From a consent to the choice of the account by whoever gave it. */
  accountChoiceMinutes: 10,
  /** How long a sign-up waits for its person to sign in. */
  signUpHours: 24,
  /** From the sign-in; use extends a session until then. */
  sessionDays: 30,
  /** How long a closed organization can be restored before it is deleted. */
  closedDays: 7,
  /** How long a session is fresh after its person has proved who they are. */
  freshMinutes: 15,
  /** How long a delivery is kept, whether it succeeded or not. */
  deliveryDays: 30,
  /** How long an answer is kept, from the start of the transaction that created something. */
  idempotencyKeyHours: 24,
} as const;

/** A number as texts write it: `1,000`. */
export const withCommas = (count: number): string => count.toLocaleString('en');
