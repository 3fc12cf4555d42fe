const keyOf = (userId: string): string => `patchbay.passkey-offer.${userId}`;
const answered = 'answered';

/**
 * Whether a passkey may be offered to a person in this session: once, and never again in this browser, whether they answered or not. Kept
 * in `localStorage`, because it is about this browser: another device of the same person has no passkey yet. The ids of a person and of
 * a session are no secrets. Browsers can forbid storage: nothing is offered then, because it would be at every sign-in.
 */
export function mayOffer(userId: string, sessionId: string): boolean {
  try {
    const offered = localStorage.getItem(keyOf(userId));
    if (offered === null) localStorage.setItem(keyOf(userId), sessionId);
    return offered === null || offered === sessionId;
  } catch {
    return false;
  }
}

/** The person has created a passkey or declined. */
export function endOffer(userId: string): void {
  try {
    localStorage.setItem(keyOf(userId), answered);
  } catch {
    // Without storage nothing was offered.
  }
}
