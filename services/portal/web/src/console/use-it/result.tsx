import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Schemas } from '../../api/answer.ts';
import { Alert } from '../../parts/alert.tsx';
import { Button } from '../../parts/button.tsx';
import { Progress } from '../../parts/loading.tsx';
import { ProblemAlert } from '../../parts/problem.tsx';
import { Select } from '../../parts/select.tsx';
import { settings } from '../../settings.ts';
import type { NamedAccount } from '../samples/first-account.ts';
import { namesAccount, requestOf, rowsOf, titleOf } from '../samples/first-read.ts';
import { Languages, Sample, useLanguage } from '../samples/sample.tsx';
import { placeholder, samples, setKey } from '../samples/samples.ts';
import { useIt } from '../words/en/use-it.ts';
import type { Sender } from './access-form.tsx';
import { type Outcome, send } from './send.ts';
import styles from './use-it.module.css';

const text = useIt.result;

interface ResultProps {
  readonly at: { readonly orgSlug: string; readonly workspaceSlug: string; readonly id: string };
  readonly integration: Schemas['Integration'];
  readonly read: Schemas['FirstRead'];
  readonly sender: Sender;
  /** Those that the sender may read, the best first. */
  readonly accounts: readonly NamedAccount[];
  readonly onBack: () => void;
  /** Called when the new key was copied. */
  readonly onKeyCopied: () => void;
}

/** Sends the first read, shows its rows, and the same request as a program. */
export function Result({ at, integration, read, sender, accounts, onBack, onKeyCopied }: ResultProps) {
  const [chosen, setChosen] = useState(accounts[0]?.id);
  const [run, setRun] = useState(0);
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0];
  const isMissing = account === undefined && namesAccount(read);
  const request = requestOf(read, account ?? { id: '' });
  const outcome = useOutcome(isMissing ? undefined : { at, request, key: sender.secret, run });
  if (isMissing) return <Alert kind="information">{text.noAccount}</Alert>;
  const title = titleOf(read, account?.name ?? account?.id ?? integration.name);
  return (
    <>
      <section className={styles.part} aria-busy={outcome === undefined}>
        <div className={styles.head}>
          <h3 tabIndex={-1}>{title}</h3>
          <Button kind="other" busy={outcome === undefined} onClick={() => setRun(run + 1)}>
            {text.again}
          </Button>
        </div>
        {accounts.length > 1 && namesAccount(read) && (
          <Select
            label={text.account}
            value={account?.id ?? ''}
            onChange={({ target }) => setChosen(target.value)}
            options={accounts.map(({ id, name }) => ({ value: id, label: name ?? id }))}
          />
        )}
        <p className={styles.quiet}>
          {sender.secret === undefined || sender.apiKey === undefined
            ? text.by.session
            : text.by.key(sender.apiKey.name)}
        </p>
        {outcome === undefined ? (
          <>
            <Progress />
            <p className={styles.quiet}>{text.running(integration.providerName)}</p>
          </>
        ) : (
          <Answered outcome={outcome} read={read} title={title} providerName={integration.providerName} />
        )}
      </section>
      <section className={styles.part}>
        <h3>{text.steps}</h3>
        <KeySample sender={sender} onCopied={onKeyCopied} />
        <Languages />
        <RequestSample at={at} request={request} />
      </section>
      <p className={styles.links}>
        <button type="button" className={styles.link} onClick={onBack}>
          {useIt.back}
        </button>
        <Link to={`/o/${at.orgSlug}/developers?integration=${at.id}`}>{text.developers}</Link>
      </p>
    </>
  );
}

type Sending = Omit<Parameters<typeof send>[0], 'signal'> & { readonly run: number };

/** Sends the request, and again when it changes or `run` does. Undefined: no answer yet. */
function useOutcome(sending: Sending | undefined): Outcome | undefined {
  const [last, setLast] = useState<{ readonly of: string; readonly outcome: Outcome }>();
  // Not the key, which does not change while the drawer shows a result.
  const of = JSON.stringify([sending?.request, sending?.run]);
  useEffect(() => {
    if (sending === undefined) return undefined;
    const aborter = new AbortController();
    send({ ...sending, signal: aborter.signal }).then(
      (outcome) => setLast({ of, outcome }),
      () => undefined,
    );
    return () => aborter.abort();
  }, [of]);
  return last?.of === of ? last.outcome : undefined;
}

const shownRows = 10;
/** Of an answer without rows. */
const shownCharacters = 4_000;

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

interface AnsweredProps {
  readonly outcome: Outcome;
  readonly read: Schemas['FirstRead'];
  readonly title: string;
  readonly providerName: string;
}

function Answered({ outcome, read, title, providerName }: AnsweredProps) {
  if (outcome.kind === 'problem') return <ProblemAlert problem={outcome.problem} />;
  const isSuccess = outcome.status < 300;
  const rows = isSuccess ? rowsOf(read, parsed(outcome.text)) : undefined;
  if (rows === undefined)
    return (
      <>
        <Alert kind="warning">
          {isSuccess ? text.unread(providerName) : text.refused(providerName, outcome.status)}
        </Alert>
        {outcome.text !== '' && (
          <pre className={styles.answer} tabIndex={0} role="region" aria-label={text.answer}>
            {outcome.text.slice(0, shownCharacters)}
          </pre>
        )}
      </>
    );
  if (rows.length === 0) return <Alert kind="success">{text.empty}</Alert>;
  return <Rows rows={rows} read={read} title={title} />;
}

interface RowsProps extends Pick<AnsweredProps, 'read' | 'title'> {
  readonly rows: readonly (readonly string[])[];
}

function Rows({ rows, read, title }: RowsProps) {
  const shown = rows.slice(0, shownRows);
  return (
    <>
      {/* Scrolls sideways: the keyboard needs a way in. */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={title}>
        <table className={styles.table}>
          <thead>
            <tr>
              {read.columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no id, and never move
              <tr key={index}>
                {row.map((value, column) => (
                  <td key={read.columns[column]?.name}>
                    {value === '' ? (
                      <span className={styles.quiet}>{text.emptyCell}</span>
                    ) : (
                      <bdi>{value}</bdi>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.quiet} role="status">
        {rows.length > shown.length ? text.shown(shown.length, rows.length) : text.rows(rows.length)}
      </p>
    </>
  );
}

interface KeySampleProps {
  readonly sender: Sender;
  readonly onCopied: () => void;
}

/** The command that sets the key. It has the key itself only where that was just made, and the person shows it. */
function KeySample({ sender: { apiKey, secret }, onCopied }: KeySampleProps) {
  const [shown, setShown] = useState(false);
  const isShown = shown && secret !== undefined;
  return (
    <Sample
      title={text.setKey}
      code={setKey(isShown ? secret : undefined)}
      {...(isShown && { onCopied })}
      action={
        secret !== undefined && (
          <button type="button" className={styles.link} onClick={() => setShown(!shown)}>
            {shown ? text.hide : text.show}
          </button>
        )
      }
    >
      {apiKey === undefined
        ? text.anyKey(placeholder)
        : secret === undefined
          ? text.oldKey(apiKey.name, placeholder)
          : text.newKey(apiKey.name)}
    </Sample>
  );
}

type RequestSampleProps = Pick<Sending, 'at' | 'request'>;

function RequestSample({ at: { id, ...at }, request }: RequestSampleProps) {
  const language = useLanguage();
  const names = { apiUrl: settings.apiUrl, ...at, integrationId: id };
  return (
    <Sample title={text.request} code={samples[language].relay(names, request)}>
      {text.same} {text.install[language]}
    </Sample>
  );
}
