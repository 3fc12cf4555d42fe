import { useParams } from 'react-router';
import { problemOf } from '../../../api/answer.ts';
import { textOf } from '../../../parts/problem.tsx';
import { useRead } from '../../data/queries.ts';
import { States } from '../../parts/cells.tsx';
import { ConsolePage } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';
import styles from './developers.module.css';
import { SamplesSection } from './samples-section.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

const text = words.developers;

/** The start page for developers, or one webhook if the URL names it. */
export function DevelopersPage() {
  const { id } = useParams();
  if (id !== undefined) return <WebhookPage key={id} id={id} />;
  return (
    <ConsolePage key="start" title={text.title} lead={text.lead}>
      <ApiStatus />
      <SamplesSection />
      <WebhooksSection />
    </ConsolePage>
  );
}

/** The readiness and the version of the API. */
export function ApiStatus() {
  const health = useRead('getHealth', {});
  const version = useRead('getVersion', {}, { live: false });
  return (
    <p className={styles.status} role="group" aria-label={text.api}>
      <Health works={health.data !== undefined && health.error === null} error={health.error} />
      {version.data !== undefined && (
        <span className={styles.quiet}>{text.version(version.data.version, version.data.apiVersion)}</span>
      )}
    </p>
  );
}

function Health({ works, error }: { readonly works: boolean; readonly error: unknown }) {
  if (works) return <States states={[{ key: 'ok', state: 'working', text: text.working }]} />;
  if (error === null) return <States states={[{ key: 'wait', state: 'waiting', text: text.asking }]} />;
  const problem = problemOf(error);
  // The answer of 503 names the services that are not ready.
  const detail = problem.status === 503 ? problem.detail : textOf(problem);
  return (
    <>
      <States states={[{ key: 'fails', state: 'attention', text: text.notWorking }]} />
      {detail !== undefined && <span className={styles.quiet}>{detail}</span>}
    </>
  );
}
