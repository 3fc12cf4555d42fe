/** The cause of a refusal: the credential, the role, the page that sent a cookie, or the membership. */
export type Refusal = 'credential' | 'role' | 'origin' | 'tenancy';

/**
 * Why a request was refused, for log lines and metrics: never for the client, who must not learn whether a key or an
 * organization exists. A closed list, because metrics are counted by it. Requests that a limit refuses have the name of the
 * limit as their reason instead.
 */
export const refusalReasons = {
  credential_missing: {
    refusal: 'credential',
    meaning: 'the operation needs a credential and none was sent',
  },
  session_unknown: {
    refusal: 'credential',
    meaning: 'no session has this token: it never existed, has expired, was revoked or was signed out',
  },
  key_malformed: { refusal: 'credential', meaning: 'not an API key by its shape or checksum' },
  key_unknown: { refusal: 'credential', meaning: 'a well-formed API key that does not exist' },
  key_disabled: { refusal: 'credential', meaning: 'the API key is disabled' },
  key_revoked: { refusal: 'credential', meaning: 'the API key was revoked' },
  key_expired: { refusal: 'credential', meaning: 'the API key has expired, or its grace window has ended' },
  key_creator_without_access: {
    refusal: 'credential',
    meaning: 'the creator of the API key has no access any more, and with it the key',
  },
  key_organization_closed: {
    refusal: 'credential',
    meaning: 'the organization of the API key is being deleted',
  },
  key_not_accepted: {
    refusal: 'credential',
    meaning: 'an API key where only sessions are accepted; it was not looked up',
  },
  key_level_not_accepted: {
    refusal: 'credential',
    meaning: 'a valid API key of a level that the operation does not accept',
  },
  link_unusable: {
    refusal: 'credential',
    meaning: 'a sign-in link that is unknown, used, replaced or expired',
  },
  passkey_unusable: {
    refusal: 'credential',
    meaning:
      'a passkey that is unknown, of another person or ended, or whose signature does not prove this sign-in; challenges expire and work once',
  },
  person_suspended: {
    refusal: 'credential',
    meaning: 'a sign-in of a person whom an operator has suspended',
  },
  user_code_unknown: {
    refusal: 'credential',
    meaning: 'a user code that is unknown, decided or expired; five of them end the session',
  },
  credential_refused: { refusal: 'credential', meaning: 'another 401, or an unknown device code' },
  session_not_fresh: {
    refusal: 'credential',
    meaning: 'the person of the session has not proved lately who they are, and the operation asks for it',
  },
  session_not_proven_by_passkey: {
    refusal: 'credential',
    meaning:
      'the person has a passkey, and none has opened or confirmed the session that would register another one',
  },
  passkey_required: {
    refusal: 'credential',
    meaning: 'the organization demands sessions that a passkey has opened, and this one is another',
  },
  role_too_low: {
    refusal: 'role',
    meaning: 'the caller sees the thing, but its role does not allow the operation',
  },
  origin_not_trusted: {
    refusal: 'origin',
    meaning:
      'a session cookie with an Origin that is missing or not trusted: a forged request, or a page to be listed',
  },
  organization_not_visible: {
    refusal: 'tenancy',
    meaning: 'the organization of the path does not exist, or the caller is not in it',
  },
  organization_suspended: {
    refusal: 'tenancy',
    meaning: 'an operator has suspended the organization',
  },
  workspace_not_visible: {
    refusal: 'tenancy',
    meaning: 'the workspace of the path does not exist, or the caller may not see it',
  },
} as const satisfies Record<string, { readonly refusal: Refusal; readonly meaning: string }>;

export type RefusalReason = keyof typeof refusalReasons;

export const isRefusalReason = (text: string): text is RefusalReason => Object.hasOwn(refusalReasons, text);
