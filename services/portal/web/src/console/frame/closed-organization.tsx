import { Button } from '../../parts/button.tsx';
import { ProblemAlert, useWait } from '../../parts/problem.tsx';
import { Text } from '../../parts/text.tsx';
import { formatDateTime } from '../../words/words.ts';
import { refusalOf, useOrganization } from '../data/access.tsx';
import { useChange } from '../data/queries.ts';
import { ExportButton } from '../pages/trail/export-button.tsx';
import { SealCard } from '../pages/trail/seal-card.tsx';
import { ConsolePage, Section } from '../parts/page.tsx';
import { notify } from '../parts/toasts.tsx';
import { deletion } from '../words/en/deletion.ts';

const text = deletion.closed;

/** Replaces all pages of a closed organization: says until when it can be restored, and exports the trail. */
export function ClosedOrganization() {
  const organization = useOrganization();
  const { slug: orgSlug, name, deletesAt } = organization;
  const { run, busy, problem } = useChange('restoreOrganization');
  const wait = useWait(problem);
  const restore = async (): Promise<void> => {
    if ((await run({ orgSlug })).ok) notify(text.restored(name));
  };
  return (
    <ConsolePage
      title={text.title(name)}
      lead={text.lead(formatDateTime(deletesAt ?? ''))}
      actions={
        <Button
          busy={busy}
          waits={wait > 0}
          refused={refusalOf(organization, 'restoreOrganization')}
          onClick={() => void restore()}
        >
          {text.restore}
        </Button>
      }
    >
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <Text>{text.text}</Text>
      <Section
        title={text.trail}
        aside={
          <ExportButton orgSlug={orgSlug} asked={{}} refused={refusalOf(organization, 'exportAuditLogs')} />
        }
      >
        <SealCard />
      </Section>
    </ConsolePage>
  );
}
