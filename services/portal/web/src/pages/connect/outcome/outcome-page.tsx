import { useState } from 'react';
import { forget, secretOf } from '../../../secrets-in-address.ts';
import { tabStorage } from '../../../state/tab-storage.ts';
import { type Arrival, arrive, connectedIn } from '../flow.ts';
import { Connected } from './connected.tsx';
import { LinkEnded } from './link-ended.tsx';
import { NotConnected } from './not-connected.tsx';

/** Reads the address, and takes the fragment out of it: the tab remembers what it said. */
function takeArrival(): Arrival {
  const arrival = arrive(tabStorage, location);
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
  if (connectedIn(tabStorage)) forget('connect');
  return arrival;
}

/** How a consent or a form ended; integration and the gateway lead here. */
export function OutcomePage() {
  const [{ result, asked }] = useState(takeArrival);
  const { outcome } = result;
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
