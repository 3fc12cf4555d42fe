import { Link } from 'react-router';
import { Button } from '../../../parts/button.tsx';
import { Text } from '../../../parts/text.tsx';
import { useOrganization } from '../../data/access.tsx';
import { usePages } from '../../data/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { words } from '../../words/words.ts';
import { TrailList } from '../trail/sentence.tsx';
import type { PanelProps } from './integration-here.ts';

const text = words.integrations.history;

/** What happened to the integration, from the trail of the organization. */
export function HistoryTab({ at }: PanelProps) {
  const organization = useOrganization();
  const may = organization.can.includes('listAuditLogs');
  const { query, rows, more } = usePages(
    'listAuditLogs',
    'auditLogs',
    { orgSlug: at.orgSlug, targetType: 'integration', targetId: at.id, limit: 20 },
    { enabled: may },
  );
  if (!may) return <Text kind="quiet">{text.refused}</Text>;
  return (
    <Loaded query={query}>
      {() => (
        <>
          {rows?.length === 0 && <Text kind="quiet">{text.none}</Text>}
          <TrailList entries={rows ?? []} />
          {query.hasNextPage && (
            <Button kind="other" busy={query.isFetchingNextPage} onClick={more}>
              {text.more}
            </Button>
          )}
          <Link to={`/o/${at.orgSlug}/trail?target=${at.id}`}>{text.trail}</Link>
        </>
      )}
    </Loaded>
  );
}
