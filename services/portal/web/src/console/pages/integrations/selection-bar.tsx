import type { Output } from '@patchbay/client';
import { X } from 'lucide-react';
import { type Dispatch, type SetStateAction, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Answer, answerOf, type Schemas } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import { textOf } from '../../../parts/problem.tsx';
import { useSecondsUntil } from '../../../state/use-seconds-until.ts';
import { refusalOf, useOrganization, useWorkspace } from '../../data/access.tsx';
import { usualLinkDays } from '../../data/api-bounds.ts';
import { refresh } from '../../data/queries.ts';
import { runEach } from '../../data/run-each.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { LinkDays } from '../../parts/link-days.tsx';
import { withKeys } from '../../parts/selection.ts';
import { notify } from '../../parts/toasts.tsx';
import { selection as text } from '../../words/en/selection.ts';
import { formatNumber } from '../../words/words.ts';
import { type BulkAction, bulkActions, operations, planOf } from './bulk-actions.ts';
import { type ClientLink, ClientLinks } from './client-links.tsx';
import styles from './selection-bar.module.css';

type Integration = Schemas['Integration'];

interface Failure {
  readonly integration: Integration;
  readonly reason: string;
}

interface Asked {
  readonly action: BulkAction;
  readonly integrations: readonly Integration[];
}

/** An action while it runs, and after it. */
interface Run {
  readonly action: BulkAction;
  readonly all: number;
  readonly done: number;
  /** When the API lets it go on. 0: it runs. */
  readonly waitsUntil: number;
  readonly failures: readonly Failure[];
  readonly isOver: boolean;
}

/** Why a check or the check before switching on did not end well, though the API has answered. */
const refusalIn = ({ status, statusDetail, lastError, providerName }: Integration): string | undefined => {
  if (status === 'error' || statusDetail !== null) return statusDetail ?? text.refused(providerName);
  return lastError ?? undefined;
};

/** The links that clients have already. */
const liveLinks = (integrations: readonly Integration[]): ClientLink[] =>
  integrations.flatMap(({ id, name, status, connectLink }) =>
    status !== 'disabled' && connectLink?.expired === false
      ? [{ id, name, url: connectLink.connectUrl }]
      : [],
  );

const hasNothingToDo = (action: BulkAction, integrations: readonly Integration[]): boolean =>
  planOf(action, integrations).included.length === 0 &&
  (action !== 'link' || liveLinks(integrations).length === 0);

interface SelectionBarProps {
  /** The selected integrations that the list shows. */
  readonly integrations: readonly Integration[];
  readonly onSelect: Dispatch<SetStateAction<ReadonlySet<string>>>;
  readonly pathOf: (id: string) => string;
}

/** Below the list while rows are selected: what one can do with all of them, how far it is, and what did not work. */
export function SelectionBar({ integrations, onSelect, pathOf }: SelectionBarProps) {
  const { slug: orgSlug } = useOrganization();
  const workspace = useWorkspace();
  const { slug: workspaceSlug } = workspace;
  // Those that are selected when it is asked: the list goes on being read.
  const [asked, setAsked] = useState<Asked>();
  const [run, setRun] = useState<Run>();
  const [links, setLinks] = useState<readonly ClientLink[]>([]);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const isRunning = run?.isOver === false;

  const call = async (
    action: BulkAction,
    { id }: Integration,
    expiresInDays: number,
  ): Promise<Answer<Integration | Output<'issueConnectLink'>>> => {
    const at = { orgSlug, workspaceSlug, id };
    return answerOf(
      action === 'link'
        ? api.issueConnectLink({ ...at, body: { expiresInDays } })
        : api[operations[action]](at),
    );
  };

  const start = async ({ action, integrations: chosen }: Asked, days: number): Promise<void> => {
    const { included } = planOf(action, chosen);
    const all = included.length;
    setAsked(undefined);
    onSelect(new Set(included.map(({ id }) => id)));
    const controller = new AbortController();
    stop.current = controller;
    const made = action === 'link' ? liveLinks(chosen) : [];
    const failures: Failure[] = [];
    let done = 0;
    const show = (waitsUntil = 0, isOver = false): void =>
      setRun({ action, all, done, waitsUntil, failures: [...failures], isOver });
    show();
    await runEach({
      items: included,
      call: (integration) => call(action, integration, days),
      onAnswer: (integration, answer) => {
        done += 1;
        const reason = answer.ok
          ? 'connectUrl' in answer.data
            ? undefined
            : refusalIn(answer.data)
          : textOf(answer.problem);
        if (reason !== undefined) failures.push({ integration, reason });
        else {
          onSelect((keys) => withKeys(keys, [integration.id], false));
          if (answer.ok && 'connectUrl' in answer.data)
            made.push({ id: integration.id, name: integration.name, url: answer.data.connectUrl });
        }
        show();
      },
      onWait: (seconds) => show(seconds === 0 ? 0 : Date.now() + seconds * 1_000),
      signal: controller.signal,
    });
    void refresh();
    show(0, true);
    const worked = done - failures.length;
    if (worked > 0 && action !== 'link') notify(text.actions[action].done(worked, formatNumber(worked)));
    if (worked > 0 && action === 'link') setLinks(made);
  };

  const count = integrations.length;
  const isHidden = count === 0 && !isRunning && (run?.failures.length ?? 0) === 0;
  // The bar had the focus: the list gets it back.
  useEffect(() => {
    if (isHidden && document.activeElement === document.body)
      document.querySelector<HTMLElement>('[role="grid"] [role="row"][tabindex="0"]')?.focus();
  }, [isHidden]);
  return (
    <>
      {!isHidden && (
        <section className={styles.bar} aria-label={text.label}>
          <div className={styles.line}>
            <strong role="status">{text.count(formatNumber(count))}</strong>
            <div className={styles.actions}>
              {bulkActions.map((action) => (
                <ActionButton
                  key={action}
                  action={action}
                  refusal={
                    refusalOf(workspace, operations[action]) ??
                    (hasNothingToDo(action, integrations) ? text.nothing[action] : undefined)
                  }
                  waits={isRunning}
                  onClick={() => {
                    setRun(undefined);
                    // Nothing is changed: all of them have a link that works.
                    if (planOf(action, integrations).included.length === 0) setLinks(liveLinks(integrations));
                    else setAsked({ action, integrations });
                  }}
                />
              ))}
            </div>
            <IconButton
              label={text.clear}
              onClick={() => {
                stop.current.abort();
                if (!isRunning) setRun(undefined);
                onSelect(new Set());
              }}
            >
              <X />
            </IconButton>
          </div>
          {run !== undefined && !run.isOver && <Running run={run} onStop={() => stop.current.abort()} />}
          {run?.isOver === true && <Outcome run={run} pathOf={pathOf} />}
        </section>
      )}
      {asked !== undefined && (
        <Ask {...asked} onConfirm={(days) => void start(asked, days)} onClose={() => setAsked(undefined)} />
      )}
      {links.length > 0 && <ClientLinks links={links} onClose={() => setLinks([])} />}
    </>
  );
}

interface ActionButtonProps {
  readonly action: BulkAction;
  /** Why it cannot be done. A click says it to everybody. */
  readonly refusal: string | undefined;
  readonly waits: boolean;
  readonly onClick: () => void;
}

function ActionButton({ action, refusal, waits, onClick }: ActionButtonProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={styles.action}
        aria-disabled={refusal !== undefined || waits}
        aria-describedby={refusal === undefined ? undefined : id}
        title={refusal}
        onClick={() => {
          if (waits) return;
          if (refusal === undefined) onClick();
          else notify(refusal);
        }}
      >
        {text.actions[action].button}
      </button>
      {refusal !== undefined && (
        <span id={id} hidden>
          {refusal}
        </span>
      )}
    </>
  );
}

function Running({
  run: { action, done, all, waitsUntil },
  onStop,
}: {
  readonly run: Run;
  readonly onStop: () => void;
}) {
  const seconds = useSecondsUntil(waitsUntil);
  const label = text.actions[action].running(formatNumber(done), formatNumber(all));
  return (
    <div className={styles.running}>
      <progress className={styles.progress} max={all} value={done} aria-label={label} />
      <span>{seconds > 0 ? text.waits(seconds) : label}</span>
      <button type="button" className={styles.action} onClick={onStop}>
        {text.stop}
      </button>
    </div>
  );
}

/** What did not work, with the reasons, and how many were not tried. */
function Outcome({
  run: { failures, done, all },
  pathOf,
}: { readonly run: Run } & Pick<SelectionBarProps, 'pathOf'>) {
  const untried = all - done;
  return (
    <>
      {untried > 0 && <p role="status">{text.stopped(formatNumber(untried))}</p>}
      {failures.length > 0 && (
        <>
          <p role="alert">{text.failed(failures.length, formatNumber(failures.length))}</p>
          {/* The keyboard scrolls it. */}
          <ul className={styles.failures} tabIndex={0} aria-label={text.label}>
            {failures.map(({ integration: { id, name }, reason }) => (
              <li key={id}>
                <Link to={pathOf(id)}>
                  <bdi>{name}</bdi>
                </Link>
                {': '}
                {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface AskProps extends Asked {
  readonly onConfirm: (days: number) => void;
  readonly onClose: () => void;
}

/** Says what will happen to how many before it does. */
function Ask({ action, integrations, onConfirm, onClose }: AskProps) {
  const { included, leftOut } = planOf(action, integrations);
  const [days, setDays] = useState(String(usualLinkDays));
  const { title, text: explanation, submit } = text.actions[action];
  return (
    <Confirm
      title={title(included.length, formatNumber(included.length))}
      action={submit}
      kind={action === 'disable' ? 'danger' : 'main'}
      busy={false}
      problem={undefined}
      onConfirm={() => onConfirm(Number(days))}
      onClose={onClose}
    >
      <p>{explanation}</p>
      {leftOut.size > 0 && (
        <ul>
          {[...leftOut].map(([reason, count]) => (
            <li key={reason}>{text.leftOut[reason](count, formatNumber(count))}</li>
          ))}
        </ul>
      )}
      {action === 'link' && <LinkDays value={days} onChange={({ target }) => setDays(target.value)} />}
    </Confirm>
  );
}
