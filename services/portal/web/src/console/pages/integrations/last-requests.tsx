import { Suspense } from 'react';
import { useWorkspace } from '../../data/access.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { PanelProps } from './panel-parts.tsx';

const RequestsPart = lazyPart(
  async () => (await import('./requests-part.tsx')).RequestsPart,
  () => null,
);

/** The part of the panel with the last requests, for those who may read them. Its element has this id. */
export const lastRequestsId = 'last-requests';

export const LastRequests = (props: PanelProps) =>
  useWorkspace().can.includes('listRelayedRequests') ? (
    <div id={lastRequestsId} tabIndex={-1}>
      <Suspense fallback={null}>
        <RequestsPart {...props} />
      </Suspense>
    </div>
  ) : null;
