import { accountNames, type HealthTone, healthTones } from '@patchbay/client';
import { Alert, type AlertProps } from '../../../parts/alert.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { withBreaks } from '../../../parts/with-breaks.tsx';
import { formatDateTime } from '../../../words/words.ts';
import { Time } from '../../parts/cells.tsx';
import { ConnectLink } from '../../parts/connect-link.tsx';
import { Copy } from '../../parts/copy.tsx';
import { PanelPart } from '../../parts/panel.tsx';
import { formatDate, words } from '../../words/words.ts';
import { type Diagnosis, diagnosisOf, hasLiveLink } from './diagnosis.ts';
import { Health } from './health.tsx';
import { NextSteps } from './next-steps.tsx';
import styles from './overview-tab.module.css';
import type { PanelProps } from './panel-parts.tsx';
import { useStatusDays } from './status-history.ts';
import { Strip, sayStrip } from './strip.tsx';

const text = words.integrations;

/** The alert of each colour. */
const kinds: Readonly<Record<HealthTone, AlertProps['kind']>> = {
  attention: 'failure',
  warning: 'warning',
  waiting: 'information',
  working: 'information',
  off: 'information',
};

/** The diagnoses after which somebody must connect again. */
const needsClient: readonly Diagnosis[] = ['refused', 'rejected', 'ended', 'ending'];

/** The state, the next step and the facts of an integration. */
export function OverviewTab(props: PanelProps & { readonly onDeleted: () => void }) {
  const { integration } = props;
  const now = Date.now();
  const diagnosis = diagnosisOf(integration, now);
  const daysOf = useStatusDays(now);
  const days = daysOf?.(integration);
  return (
    <>
      <div className={styles.state}>
        {diagnosis === 'working' ? (
          <Health integration={integration} now={now} />
        ) : (
          <Told {...props} diagnosis={diagnosis} />
        )}
        <NextSteps {...props} diagnosis={diagnosis} />
      </div>
      {integration.connectLink !== null && (
        <PanelPart title={text.connectLink.title}>
          <ConnectLink integration={integration} />
        </PanelPart>
      )}
      {days !== undefined && (
        <PanelPart title={text.strip.title}>
          <Strip days={days} />
          <p className={`${styles.quiet} ${styles.said}`} aria-hidden="true">
            {sayStrip(days)}
          </p>
        </PanelPart>
      )}
      <PanelPart title={text.facts.title}>
        <IntegrationFacts {...props} />
      </PanelPart>
    </>
  );
}

interface ToldProps extends PanelProps {
  readonly diagnosis: Exclude<Diagnosis, 'working'>;
}

/** The problem, in the words of the API, which contain the answer of the provider. */
function Told({ integration, diagnosis }: ToldProps) {
  const { providerName, statusDetail, lastError, lastErrorAt, authorizationEndsAt } = integration;
  const said = {
    refused: statusDetail,
    rejected: statusDetail,
    failing: lastError,
    off: statusDetail ?? lastError,
    ended: null,
    ending: null,
    unsent: lastError,
    waiting: lastError,
  }[diagnosis];
  const own = text.told[diagnosis].text(providerName);
  const times: Partial<Record<Diagnosis, string | null>> = {
    failing: lastErrorAt,
    ending: authorizationEndsAt,
  };
  const time = times[diagnosis] ?? null;
  return (
    <>
      <Alert kind={kinds[healthTones[diagnosis]]}>
        <p>
          <strong>
            {diagnosis === 'ending'
              ? text.told.ending.title(formatDate(authorizationEndsAt ?? ''))
              : text.told[diagnosis].title}
          </strong>
        </p>
        {/* Of an integration that is off or waits, the sentence is an addition. */}
        {(said === null || diagnosis === 'off' || diagnosis === 'unsent' || diagnosis === 'waiting') && (
          <p>{own}</p>
        )}
        {said !== null && <p>{said}</p>}
        {needsClient.includes(diagnosis) && hasLiveLink(integration) && <p>{text.told.linkWorks}</p>}
      </Alert>
      {/* Outside the alert, which screen readers would announce again each minute. */}
      {time !== null && (
        <p className={styles.quiet}>
          <Time at={time} />
        </p>
      )}
    </>
  );
}

function IntegrationFacts({ integration }: PanelProps) {
  const { facts } = text;
  const { authorizationEndsAt, createdByEmail, accounts } = integration;
  const names = accountNames(integration);
  return (
    <Facts
      facts={[
        { name: facts.provider, value: integration.providerName },
        {
          name: accounts === null ? facts.account : facts.chosen,
          value: names.length === 0 ? facts.noAccount : names.join(', '),
        },
        { name: facts.access, value: facts.accesses[integration.access] },
        { name: facts.connected, value: <Time at={integration.connectedAt} /> },
        { name: facts.checked, value: <Time at={integration.statusCheckedAt} /> },
        ...(authorizationEndsAt === null
          ? []
          : [{ name: facts.ends, value: formatDateTime(authorizationEndsAt) }]),
        { name: facts.used, value: <Time at={integration.lastUsedAt} /> },
        {
          name: facts.created,
          value: (
            <>
              <Time at={integration.createdAt} />
              {createdByEmail !== null && withBreaks(` ${facts.by(createdByEmail)}`)}
            </>
          ),
        },
        { name: facts.id, value: <Copy label={facts.id}>{integration.id}</Copy> },
      ]}
    />
  );
}
