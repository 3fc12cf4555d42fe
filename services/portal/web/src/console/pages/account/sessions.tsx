import type { Schemas } from '@patchbay/client';
import { useState } from 'react';
import { answerOf, type Problem } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import { programOf } from '../../../pages/device/device-facts.ts';
import { Button } from '../../../parts/button.tsx';
import { Text } from '../../../parts/text.tsx';
import { words as linkWords } from '../../../words/words.ts';
import { refresh, useRead } from '../../data/queries.ts';
import { Tag, Time } from '../../parts/cells.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Grid } from '../../parts/grid.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/page.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import styles from './account.module.css';

const text = words.account;

type Session = Schemas['Session'];

/** A user agent proves nothing; it helps people to recognize their own devices. */
function deviceOf({ userAgent }: Session): string {
  const program = userAgent === null ? undefined : programOf(userAgent);
  return program === undefined ? text.unknownDevice : linkWords.device.facts.programOn(program);
}

/** The current session first, then by last use. */
const inOrder = (sessions: readonly Session[]): Session[] =>
  sessions.toSorted(
    (one, other) =>
      Number(other.current) - Number(one.current) || other.lastSeenAt.localeCompare(one.lastSeenAt),
  );

/** The sessions of the caller, with buttons to end them. */
export function Sessions() {
  const query = useRead('listSessions', {});
  /** The sessions that are about to be ended. */
  const [asked, setAsked] = useState<readonly Session[]>();
  const others = (query.data?.sessions ?? []).filter(({ current }) => !current);
  return (
    <Section
      title={text.sessions}
      aside={
        others.length > 0 && (
          <Button kind="other" onClick={() => setAsked(others)}>
            {text.endOthers}
          </Button>
        )
      }
    >
      <Text kind="quiet">{text.sessionsText}</Text>
      <Loaded query={query}>
        {({ sessions }) => (
          <Grid
            label={text.sessions}
            rows={inOrder(sessions)}
            keyOf={({ id }) => id}
            columns={[
              {
                head: text.device,
                cell: (session) => (
                  <span className={styles.name} title={session.userAgent ?? undefined}>
                    <bdi>{deviceOf(session)}</bdi>
                    {session.current && <Tag>{text.current}</Tag>}
                  </span>
                ),
              },
              {
                head: text.address,
                width: '10rem',
                cell: ({ ipAddress }) => <bdi>{ipAddress ?? text.unknownAddress}</bdi>,
              },
              {
                head: text.method,
                width: '9rem',
                cell: ({ method }) => text.methods[method],
              },
              {
                head: text.lastSeen,
                width: '9rem',
                cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
              },
              {
                head: text.actions,
                width: '6rem',
                cell: (session) =>
                  !session.current && (
                    <button
                      type="button"
                      className={styles.action}
                      aria-label={text.endOf(deviceOf(session))}
                      onClick={() => setAsked([session])}
                    >
                      {text.end}
                    </button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {asked !== undefined && <EndSessions sessions={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}

interface EndSessionsProps {
  readonly sessions: readonly Session[];
  readonly onClose: () => void;
}

/** Ends one session, or all others one after the other. Failed ones can be retried. */
function EndSessions({ sessions, onClose }: EndSessionsProps) {
  const [left, setLeft] = useState(sessions);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [first] = sessions;
  const only = sessions.length === 1 && first !== undefined ? deviceOf(first) : undefined;
  const submit = async (): Promise<void> => {
    setBusy(true);
    const failed: Session[] = [];
    let last: Problem | undefined;
    for (const session of left) {
      const answer = await answerOf(api.revokeSession({ id: session.id }));
      // 404: it has ended meanwhile.
      if (answer.ok || answer.problem.status === 404) continue;
      failed.push(session);
      last = answer.problem;
    }
    setBusy(false);
    void refresh();
    setLeft(failed);
    setProblem(last);
    if (failed.length > 0) return;
    notify(only === undefined ? text.endedOthers : text.ended(only));
    onClose();
  };
  return (
    <Confirm
      title={only === undefined ? text.endOthersTitle : text.endTitle(only)}
      action={only === undefined ? text.endOthers : text.end}
      busy={busy}
      problem={problem}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      {left.length < sessions.length && <p>{text.someLeft(left.length)}</p>}
      <p>{only === undefined ? text.endOthersText(left.length) : text.endText}</p>
    </Confirm>
  );
}
