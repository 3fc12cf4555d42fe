import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { answerOf, type Problem } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Text } from '../../parts/text.tsx';
import { secretOf } from '../../secrets-in-address.ts';
import { browserStorage, tabStorage } from '../../state/tab-storage.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { useStep } from '../../state/use-step.ts';
import { formatDateTime, words } from '../../words/words.ts';
import { connectedLink } from './connected-links.ts';
import { askedBy, askedIn, connectedIn, rememberAsked } from './flow.ts';
import { LinkConnected, LinkProblem, NotConnected } from './not-connected.tsx';
import { Request } from './request.tsx';

/** The page of a connect link. */
export function ConnectPage() {
  const token = secretOf('connect');
  if (token !== undefined) return <LinkPage key={token} token={token} />;
  // The Back button after a success.
  if (connectedIn(tabStorage)) return <Navigate to="/connect/outcome?outcome=connected" replace />;
  return (
    <Outcome symbol="envelope" title={words.connect.noLink.title} reason={words.connect.noLink.text}>
      <Text kind="quiet">{words.connect.noLink.ask}</Text>
    </Outcome>
  );
}

function LinkPage({ token }: { readonly token: string }) {
  const { reload, ...loaded } = useLoaded(() => answerOf(api.getConnectPage({ token })), [token]);
  /** The problem of a later request, after which the link no longer works. */
  const [ended, setEnded] = useState<Problem>();
  const again = (): void => {
    setEnded(undefined);
    reload();
  };
  useShownAgain(reload);
  const page = loaded.state === 'loaded' ? loaded.data : undefined;
  useEffect(() => {
    if (page !== undefined) rememberAsked(tabStorage, token, askedIn(page));
  }, [token, page]);

  const [isNotNow, goTo] = useStep<true>('notNow');

  if (loaded.state === 'loading') return <Loading title={words.connect.title} />;
  const problem = loaded.state === 'failed' ? loaded.problem : ended;
  const connected = problem?.status === 404 ? connectedLink(browserStorage, token) : undefined;
  if (connected !== undefined) return <LinkConnected link={connected} />;
  if (problem !== undefined)
    return <LinkProblem problem={problem} asked={askedBy(tabStorage, token)} onTryAgain={again} />;
  if (page === undefined) return null;
  if (isNotNow)
    return (
      <NotConnected
        kind="declined"
        reason={words.outcome.declined.later(formatDateTime(page.expiresAt))}
        asked={askedIn(page)}
      >
        <Button onClick={() => goTo(undefined)}>{words.outcome.declined.again}</Button>
      </NotConnected>
    );
  return <Request token={token} page={page} onEnded={setEnded} onNotNow={() => goTo(true)} />;
}

/**
 * Calls back when the browser restores the page from its cache after Back or Forward: typed values must go, because the page was left,
 * and loaded data may be stale.
 */
function useShownAgain(shownAgain: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) shownAgain();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [shownAgain]);
}
