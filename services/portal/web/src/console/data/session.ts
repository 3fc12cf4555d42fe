import { createContext, useContext } from 'react';
import type { SignedIn } from '../../pages/sign-in/needs-session.tsx';

export const SessionContext = createContext<SignedIn | undefined>(undefined);

/** Who is signed in. */
export function useSignedIn(): SignedIn {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('the page is not inside a session');
  return session;
}
