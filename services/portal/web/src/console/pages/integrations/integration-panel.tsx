import { Suspense } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../parts/button.tsx';
import { Text } from '../../../parts/text.tsx';
import { refusalOf, useOrganization, useWorkspace } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { usePages, useRead } from '../../data/queries.ts';
import { lazyPart, NotLoaded } from '../../parts/lazy-part.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { history } from '../../words/en/history.ts';
import { words } from '../../words/words.ts';
import { tellable } from '../trail/activity.ts';
import { TrailList } from '../trail/sentence.tsx';
import { AccountsTab } from './accounts-tab.tsx';
import { GrantsTab } from './grants-tab.tsx';
import { LastRequests } from './last-requests.tsx';
import { OverviewTab } from './overview-tab.tsx';
import type { PanelProps } from './panel-parts.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { Uses } from './uses.tsx';

const text = words.integrations.panel;

const UseIt = lazyPart(async () => (await import('../../use-it/use-it.tsx')).UseIt, NotLoaded);

interface IntegrationPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** One integration beside the list. */
export function IntegrationPanel({ id, onClose }: IntegrationPanelProps) {
  const { slug: orgSlug } = useOrganization();
  const { slug: workspaceSlug } = useWorkspace();
  const at = { orgSlug, workspaceSlug, id };
  const query = useRead('getIntegration', at);
  const { data } = query;
  return (
    <Panel title={data?.name ?? text.loading} note={data?.providerName} onClose={onClose}>
      <Loaded query={query}>
        {(integration) => <Parts at={at} integration={integration} onClose={onClose} />}
      </Loaded>
    </Panel>
  );
}

function Parts({ onClose, ...props }: PanelProps & { readonly onClose: () => void }) {
  const [tab, setTab] = useFilter('tab');
  const [use, setUse] = useFilter('use');
  const { provider } = props.integration;
  const read = useRead('getProvider', { provider }, { live: false });
  const workspace = useWorkspace();
  const isActive = props.integration.status === 'active';
  const refused = isActive ? refusalOf(workspace, 'relayGet') : text.useRefused;
  return (
    <>
      <Button kind={isActive ? 'main' : 'other'} refused={refused} onClick={() => setUse('1')}>
        {text.use}
      </Button>
      <Tabs
        label={text.tabs}
        open={tab}
        onOpen={(key) => setTab(key === 'overview' ? '' : key)}
        tabs={[
          {
            key: 'overview',
            text: text.overview,
            content: () => <OverviewTab {...props} onDeleted={onClose} />,
          },
          {
            key: 'settings',
            text: text.settings,
            content: () => (
              <Loaded query={read}>{(found) => <SettingsTab {...props} provider={found} />}</Loaded>
            ),
          },
          {
            key: 'accounts',
            text: text.accounts,
            content: () => (
              <Loaded query={read}>{(found) => <AccountsTab {...props} provider={found} />}</Loaded>
            ),
          },
          {
            key: 'access',
            text: text.access,
            content: () => (
              <>
                <GrantsTab {...props} />
                <Uses {...props} />
                <LastRequests {...props} />
              </>
            ),
          },
          { key: 'history', text: text.history, content: () => <HistoryTab {...props} /> },
        ]}
      />
      {use !== '' && refused === undefined && (
        <Suspense>
          <UseIt {...props} onClose={() => setUse('')} />
        </Suspense>
      )}
    </>
  );
}

/** What happened to the integration and who may use it. */
export function HistoryTab({ at: { id, ...at } }: PanelProps) {
  const seesTrail = useOrganization().can.includes('listAuditLogs');
  const { query, rows, more } = usePages('listWorkspaceActivity', 'activity', {
    ...at,
    integrationId: id,
    limit: 20,
  });
  return (
    <Loaded query={query}>
      {() => (
        <>
          {rows?.length === 0 && <Text kind="quiet">{history.none}</Text>}
          <TrailList entries={(rows ?? []).map(tellable)} />
          {query.hasNextPage && (
            <Button kind="other" busy={query.isFetchingNextPage} onClick={more}>
              {history.more}
            </Button>
          )}
          {seesTrail && <Link to={`/o/${at.orgSlug}/trail?target=${id}`}>{history.trail}</Link>}
        </>
      )}
    </Loaded>
  );
}
