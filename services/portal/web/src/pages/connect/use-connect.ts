import { useNavigate } from 'react-router';
import { answerOf, type Problem, type Schemas } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { forget } from '../../secrets-in-address.ts';
import { isPageAddress, leaveFor } from '../../state/address.ts';
import { tabStorage } from '../../state/tab-storage.ts';
import { askedIn, rememberAway, rememberConnected } from './flow.ts';
import { type Attempt, attemptOf, hostOf, returnAddress } from './outcome.ts';

type Ended =
  | Attempt
  /** The browser was sent to the consent page. */
  | { readonly kind: 'left' }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** Sends the form: redirects to the consent page, or tries the credentials and then leads to the return address or the success page. */
export function useConnect(
  token: string,
  page: Schemas['ConnectPage'],
): (body: Schemas['FieldValues']) => Promise<Ended> {
  const navigate = useNavigate();
  const asked = askedIn(page);
  const { integrationId } = page;

  const consent = async (body: Schemas['FieldValues']): Promise<Ended> => {
    const answer = await answerOf(api.startConnectOauth({ token, body }));
    if (!answer.ok) return { kind: 'problem', problem: answer.problem };
    const { authorizationUrl } = answer.data;
    if (!isPageAddress(authorizationUrl)) return { kind: 'problem', problem: { status: 500, errors: [] } };
    rememberAway(tabStorage, token, asked);
    await leaveFor(authorizationUrl);
    return { kind: 'left' };
  };

  const submit = async (body: Schemas['FieldValues']): Promise<Ended> => {
    const answer = await answerOf(api.submitConnectCredentials({ token, body }));
    if (!answer.ok) return { kind: 'problem', problem: answer.problem };
    const attempt = attemptOf(answer.data);
    if (attempt.kind !== 'connected') return attempt;
    const { kind: _, returnUrl, ...result } = attempt;
    const returnTo =
      hostOf(returnUrl) && returnAddress(returnUrl ?? '', { status: 'connected', integrationId });
    rememberConnected(tabStorage, asked, { ...result, ...(returnTo && { returnUrl: returnTo }) });
    forget('connect');
    if (returnTo) await leaveFor(returnTo, { replace: true });
    // Replaces this page: the Back button must not lead to a form whose link is used.
    await navigate('/connect/outcome?outcome=connected', { replace: true });
    return attempt;
  };

  return page.authMethod === 'oauth' ? consent : submit;
}
