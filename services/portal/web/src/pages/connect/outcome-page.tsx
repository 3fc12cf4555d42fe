import { useState } from 'react';
import { ButtonLink } from '../../parts/button.tsx';
import type { Fact } from '../../parts/facts.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Text } from '../../parts/text.tsx';
import { forget, secretOf } from '../../secrets-in-address.ts';
import { tabStorage } from '../../state/tab-storage.ts';
import { words } from '../../words/words.ts';
import { AccountChoice } from './account-choice.tsx';
import { type Arrival, type Asked, arrive, connectedIn, endChoice, type Result } from './flow.ts';
import { LinkEnded } from './link-problem.tsx';
import { hostOf } from './outcome.ts';
import { WhomToAsk, WithOrganization } from './with-organization.tsx';

/** Reads the address and removes its fragment, which the tab remembers. */
function takeArrival(): Arrival {
  const arrival = arrive(tabStorage, location);
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
  if (connectedIn(tabStorage)) forget('connect');
  return arrival;
}

/** Shows how a consent or a form ended. Integration and the gateway redirect here. */
export function OutcomePage() {
  const [{ result, asked }, setArrival] = useState(takeArrival);
  const { outcome, choice } = result;
  if (choice !== undefined && asked !== undefined)
    return (
      <AccountChoice
        choice={choice}
        asked={asked}
        onEnded={(ended) => {
          endChoice(tabStorage, ended);
          setArrival(takeArrival());
        }}
      />
    );
  if (outcome === 'connected') return <Connected result={result} asked={asked} />;
  if (outcome === 'used' || outcome === 'expired')
    return <LinkEnded kind={outcome} asked={asked} requestId={result.requestId} />;
  return (
    <NotConnected
      kind={outcome}
      reason={result.reason}
      requestId={result.requestId}
      asked={asked}
      linkIsHere={secretOf('connect') !== undefined}
    />
  );
}

interface ConnectedProps {
  readonly result: Result;
  /** Undefined if this tab did not begin the flow. */
  readonly asked: Asked | undefined;
}

/** The success page: which account, for whom, and where to go on. */
function Connected({ result: { account, returnUrl, unchosen }, asked }: ConnectedProps) {
  const { outcome, connect } = words;
  const { connected } = outcome;
  if (asked === undefined)
    return (
      <Outcome symbol="check" title={connected.titleUnknown} reason={connected.done}>
        <Text kind="quiet">{connected.close}</Text>
      </Outcome>
    );
  const host = hostOf(returnUrl);
  const facts: Fact[] = [
    ...(account === undefined ? [] : [{ name: outcome.account, value: account }]),
    { name: connect.integration, value: asked.integrationName },
    { name: connect.askedBy, value: asked.organizationName },
    { name: connect.workspace, value: asked.workspaceName },
  ];
  return (
    <Outcome
      symbol="check"
      title={connected.title(asked.providerName)}
      reason={<WithOrganization text={connected.text} name={asked.organizationName} />}
      facts={facts}
    >
      {asked.again && <Text>{connected.replaced}</Text>}
      {unchosen !== undefined && (
        <Text>
          <WithOrganization text={outcome.unchosen[unchosen]} name={asked.organizationName} />
        </Text>
      )}
      {host === undefined ? (
        <Text kind="quiet">{connected.close}</Text>
      ) : (
        <ButtonLink href={returnUrl ?? ''}>{connected.goOn(host)}</ButtonLink>
      )}
    </Outcome>
  );
}

interface NotConnectedProps {
  readonly kind: 'declined' | 'failed' | 'retry';
  readonly reason: string | undefined;
  readonly requestId: string | undefined;
  readonly asked: Asked | undefined;
  /** The tab still has the link, so that the person can try again. */
  readonly linkIsHere: boolean;
}

const symbols = { declined: 'hand', failed: 'cross', retry: 'clock' } as const;

/** The page of a consent that connected nothing: why, and how to go on. */
function NotConnected({ kind, reason, requestId, asked, linkIsHere }: NotConnectedProps) {
  const { outcome, connect } = words;
  const { title, text } = outcome[kind];
  const facts =
    asked === undefined
      ? []
      : [
          { name: connect.integration, value: asked.integrationName },
          { name: connect.askedBy, value: asked.organizationName },
          { name: connect.workspace, value: asked.workspaceName },
        ];
  return (
    <Outcome symbol={symbols[kind]} title={title} reason={reason ?? text} facts={facts} requestId={requestId}>
      {kind === 'retry' && reason !== undefined && <Text>{text}</Text>}
      {linkIsHere ? (
        <ButtonLink href="/connect">{outcome.again}</ButtonLink>
      ) : (
        <Text>{outcome.openAgain}</Text>
      )}
      <WhomToAsk
        asked={asked}
        text={kind === 'declined' ? outcome.declined.ask : outcome.ask}
        sender={kind === 'declined' ? outcome.declined.askSender : outcome.askSender}
      />
    </Outcome>
  );
}
