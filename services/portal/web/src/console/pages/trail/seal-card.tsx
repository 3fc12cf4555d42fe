import { skipToken, useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck, ShieldEllipsis, ShieldQuestionMark } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Problem, problemOf, type Schemas } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import { Alert } from '../../../parts/alert.tsx';
import { Announcement } from '../../../parts/announcement.tsx';
import { Button } from '../../../parts/button.tsx';
import { ProblemAlert, useWait } from '../../../parts/problem.tsx';
import { formatDateTime } from '../../../words/words.ts';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { queries } from '../../data/queries.ts';
import { Time } from '../../parts/cells.tsx';
import { Copy } from '../../parts/copy.tsx';
import { trail as trailWords } from '../../words/en/trail.ts';
import { ago, formatNumber } from '../../words/words.ts';
import { progressMs } from './export-button.tsx';
import {
  type ComparedHead,
  type Fault,
  keepHead,
  type Progress,
  type Seal,
  type ServerCheck,
  seenHead,
  verifyTrail,
} from './seal.ts';
import styles from './seal-card.module.css';

const text = trailWords.seal;

/** Kept with what was read for this person, until they leave. */
const keyOf = (organizationId: string) => ['seal', organizationId];

interface Running extends Progress {
  readonly asksServer: boolean;
}

interface Sealing {
  readonly seal: Seal | undefined;
  readonly running: Running | undefined;
  readonly problem: Problem | undefined;
  readonly start: () => Promise<void>;
  readonly stop: () => void;
}

type SealedOrganization = Pick<Schemas['Organization'], 'slug' | 'id' | 'deletesAt'>;

/** Verifies the trail on request, and caches the result until a reload. */
function useSeal({ slug: orgSlug, id: organizationId, deletesAt }: SealedOrganization): Sealing {
  const queryKey = keyOf(organizationId);
  const { data: seal } = useQuery<Seal>({ queryKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY });
  const [running, setRunning] = useState<Running>();
  const [problem, setProblem] = useState<Problem>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const start = async (): Promise<void> => {
    const { signal } = (controller.current = new AbortController());
    let shownAt = 0;
    setProblem(undefined);
    setRunning({ entries: 0, sequence: 0, newest: 1, asksServer: false });
    try {
      const found = await verifyTrail({
        api,
        orgSlug,
        isClosed: deletesAt !== null,
        seen: seenHead(organizationId),
        signal,
        onProgress: (progress) => {
          if (performance.now() - shownAt < progressMs) return;
          shownAt = performance.now();
          setRunning({ ...progress, asksServer: false });
        },
        onServer: () => setRunning((last) => last && { ...last, sequence: last.newest, asksServer: true }),
      });
      queries.setQueryData(queryKey, found);
      if (found.kind === 'intact' && found.chain.last !== undefined && found.chain.lastHash !== undefined)
        keepHead(organizationId, { sequence: found.chain.last, hash: found.chain.lastHash, at: found.at });
    } catch (error) {
      if (!signal.aborted) setProblem(problemOf(error));
    }
    setRunning(undefined);
  };
  return { seal, running, problem, start, stop: () => controller.current?.abort() };
}

/** The result of the server's own verification: the number of intact entries, or undefined after a fault. */
function serverText(server: ServerCheck, entries: number | undefined): string {
  if (server.kind === 'busy' || server.kind === 'failed') return text.server[server.kind];
  if (server.kind === 'broken')
    return server.sequence === undefined
      ? text.server.brokenSomewhere
      : text.server.broken(formatNumber(server.sequence));
  if (entries === undefined) return text.server.nothingWrong;
  return server.checked < entries ? text.server.fewer(formatNumber(server.checked)) : text.server.agrees;
}

const seenText = ({ at, sequence, compared }: ComparedHead): string =>
  compared ? text.sameAsBefore(ago(at)) : text.notCompared(formatNumber(sequence), ago(at));

function Intact({ seal }: { readonly seal: Extract<Seal, { kind: 'intact' }> }) {
  const { chain, seen, server } = seal;
  if (chain.lastHash === undefined) return <p>{text.empty}</p>;
  return (
    <>
      <p className={styles.head}>
        {text.head} <Copy label={text.head}>{chain.lastHash}</Copy>
      </p>
      <p>
        {serverText(server, chain.entries)} {seen && seenText(seen)} {text.keep}
      </p>
      {!chain.anchored && <p>{text.notAnchored(formatNumber(chain.first ?? 0))}</p>}
    </>
  );
}

function faultText(fault: Fault): string {
  if (fault.kind === 'server') return text.onlyServer;
  if (fault.kind === 'short') return text.short(formatNumber(fault.newest));
  // An absolute time: screen readers repeat an alert when its text changes.
  return text[fault.kind](formatNumber(fault.seen.sequence), formatDateTime(fault.seen.at));
}

function Broken({ seal }: { readonly seal: Extract<Seal, { kind: 'broken' }> }) {
  const { line, reason, server } = seal;
  return (
    <Alert kind="failure">
      <p>
        {typeof reason === 'string' ? reason : faultText(reason)}{' '}
        {line !== undefined && text.line(formatNumber(line))}
      </p>
      <p>
        {serverText(server, undefined)} {text.brokenText}
      </p>
    </Alert>
  );
}

function titleOf(seal: Seal | undefined): string {
  if (seal === undefined) return text.idle;
  if (seal.kind === 'intact') return text.verified(seal.chain.entries, formatNumber(seal.chain.entries));
  return seal.sequence === undefined ? text.broken : text.brokenAt(formatNumber(seal.sequence));
}

const icons = { intact: ShieldCheck, broken: ShieldAlert, none: ShieldQuestionMark, running: ShieldEllipsis };

/** The card that verifies the trail in this browser. */
export function SealCard() {
  const organization = useOrganization();
  const { seal, running, problem, start, stop } = useSeal(organization);
  const wait = useWait(problem);
  // Web Crypto exists only in secure contexts: https and localhost.
  const insecure = 'subtle' in crypto ? undefined : text.insecure;
  const refused =
    refusalOf(organization, 'exportAuditLogs') ?? refusalOf(organization, 'verifyAuditLogs') ?? insecure;
  const state = running === undefined ? (seal?.kind ?? 'none') : 'running';
  const Icon = icons[state];
  let title: ReactNode = titleOf(seal);
  if (running !== undefined)
    title = running.asksServer
      ? text.askingServer
      : text.running(running.entries, formatNumber(running.entries));
  return (
    <section className={styles.seal} data-state={state} aria-label={text.title}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.title}>
          {title}
          {running === undefined && seal !== undefined && (
            <span className={styles.time}>
              {' '}
              <Time at={seal.at} />
            </span>
          )}
        </p>
        {running !== undefined && (
          <progress
            className={styles.progress}
            aria-label={text.start}
            value={running.sequence}
            max={running.newest}
          />
        )}
        {/* Not the count, which changes too often to be read out. A broken trail is an alert. */}
        <Announcement>
          {running ? text.checking : seal?.kind === 'intact' ? text.intact : undefined}
        </Announcement>
        {running === undefined && seal?.kind === 'broken' && <Broken seal={seal} />}
        {running === undefined && seal?.kind === 'intact' && <Intact seal={seal} />}
        {(running !== undefined || seal === undefined) && <p>{text.means}</p>}
        {insecure !== undefined && <p>{insecure}</p>}
        {problem !== undefined && <ProblemAlert problem={problem} />}
      </div>
      {running === undefined ? (
        <Button kind="other" refused={refused} waits={wait > 0} onClick={() => void start()}>
          {seal === undefined ? text.start : text.again}
        </Button>
      ) : (
        <Button kind="other" onClick={stop}>
          {text.cancel}
        </Button>
      )}
    </section>
  );
}
