import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type SignInError, signInErrorIn, withoutSignInError } from './sign-in-error.ts';

/** The error that a sign-in with a provider came back with, once: it is taken out of the address, so that a reload does not show it. */
export function useSignInError(): SignInError | undefined {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [error] = useState(() => signInErrorIn(search));
  useEffect(() => {
    if (signInErrorIn(search) === undefined) return;
    void navigate(pathname + withoutSignInError(search), { replace: true, state });
  }, [navigate, pathname, search, state]);
  return error;
}
