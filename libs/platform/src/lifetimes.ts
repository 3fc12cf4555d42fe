/** How long things of the API's contract live: services enforce these numbers, and texts of the API, mails and pages name them. */
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
