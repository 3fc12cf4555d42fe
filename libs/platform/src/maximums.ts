/** How many of each thing the API's contract allows: services enforce these numbers, and texts of the API, mails and pages name them. */

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

/** A number as texts write it: `1,000`. */
export const withCommas = (count: number): string => count.toLocaleString('en');
