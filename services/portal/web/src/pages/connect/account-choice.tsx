import { most } from '@patchbay/platform/maximums';
import { type FormEvent, useState } from 'react';
import { type Answer, answerOf, type Problem } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Announcement } from '../../parts/announcement.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice, Choices } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Joined } from '../../parts/monogram.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Page } from '../../parts/page.tsx';
import { ProblemAlert, ProblemText, TryAgain, useWait } from '../../parts/problem.tsx';
import { Text } from '../../parts/text.tsx';
import { settings } from '../../settings.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { useOnce } from '../../state/use-once.ts';
import { words } from '../../words/words.ts';
import {
  type Account,
  detailsOf,
  matching,
  maxAccounts,
  nameOf,
  readAccounts,
  shownAtMost,
  shownOf,
} from './accounts.ts';
import type { Asked, Result } from './flow.ts';
import { WithNames } from './with-names.tsx';

interface AccountChoiceProps {
  /** The secret that the consent ended with. */
  readonly choice: string;
  readonly asked: Asked;
  readonly onEnded: (ended: Pick<Result, 'account' | 'isSeveral' | 'unchosen'>) => void;
}

/** What was chosen; null: every account, now and later. */
type Chosen = readonly Account[] | null;

/** The time is over, or the connection was replaced or deleted. */
const isOver = ({ status }: Problem): boolean => [401, 404].includes(status);

/** Asks after a consent which accounts may be used. Asks nothing if there is only one. */
export function AccountChoice({ choice, asked, onEnded }: AccountChoiceProps) {
  const { choose } = words.outcome;

  const set = async (chosen: Chosen): Promise<Answer<unknown>> => {
    const body = chosen === null ? { all: true } : { accountIds: chosen.map(({ id }) => id) };
    const answer = await answerOf(api.setConnectAccounts({ token: choice, body }));
    if (answer.ok)
      onEnded({
        account: chosen === null ? choose.every : choose.names(chosen.map(nameOf)),
        isSeveral: chosen?.length !== 1,
      });
    // 409: somebody else chose, or disabled the integration.
    else if (isOver(answer.problem) || answer.problem.status === 409) onEnded({ unchosen: 'ended' });
    return answer;
  };

  const load = async (): Promise<Answer<Account[]>> => {
    const read = await readAccounts((cursor) =>
      answerOf(
        api.listConnectAccounts({ token: choice, limit: 200, ...(cursor !== undefined && { cursor }) }),
      ),
    );
    if (!read.ok) {
      if (isOver(read.problem)) onEnded({ unchosen: 'ended' });
      return read;
    }
    const { data } = read;
    if (data.length === 0) onEnded({});
    else if (data.length === 1) {
      const answer = await set(data);
      if (!answer.ok) return answer;
    }
    return { ok: true, data };
  };

  const { reload, ...loaded } = useLoaded(load, [choice]);
  const later = (
    <Button kind="quiet" onClick={() => onEnded({ unchosen: 'later' })}>
      {choose.later}
    </Button>
  );
  if (loaded.state === 'loading') return <Loading title={choose.title} />;
  if (loaded.state === 'loaded')
    return (
      <Page
        title={choose.title}
        mark={
          <Joined
            from={asked.organizationName}
            to={asked.providerName}
            mark={settings.marks?.[asked.provider]}
          />
        }
        lead={<WithNames text={choose.lead} asked={asked} />}
      >
        <Picker accounts={loaded.data} asked={asked} set={set} />
        {later}
        <Text kind="quiet">
          <WithNames text={choose.open} asked={asked} />
        </Text>
      </Page>
    );
  const { problem } = loaded;
  return (
    <Outcome
      symbol="clock"
      title={choose.failed}
      // The API says what is wrong with the provider.
      reason={(problem.status === 503 && problem.detail) || <ProblemText problem={problem} />}
      requestId={problem.requestId}
    >
      <Text>
        <WithNames text={choose.connected(asked.providerName)} asked={asked} />
      </Text>
      <TryAgain problem={problem} onClick={reload} />
      {later}
    </Outcome>
  );
}

interface PickerProps {
  readonly accounts: readonly Account[];
  readonly asked: Asked;
  readonly set: (chosen: Chosen) => Promise<Answer<unknown>>;
}

/** The maximum of the API. To use more, a person chooses all accounts. */
const mostChosen = most.chosenAccounts;

function Picker({ accounts, asked, set }: PickerProps) {
  const { choose } = words.outcome;
  const [scope, setScope] = useState('some');
  const [search, setSearch] = useState('');
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isRefused, setRefused] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [busy, once] = useOnce();
  const found = matching(accounts, search);
  const shown = shownOf(accounts, found, ids);
  const count =
    found.length === 0 ? choose.none : choose.shown(Math.min(found.length, shownAtMost), found.length);
  const fault =
    ids.size === 0 ? choose.missing : ids.size > mostChosen ? choose.tooMany(mostChosen) : undefined;
  const error = isRefused && scope === 'some' ? fault : undefined;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(undefined);
    setRefused(true);
    if (scope === 'some' && fault !== undefined) return;
    void once(async () => {
      const answer = await set(scope === 'all' ? null : accounts.filter(({ id }) => ids.has(id)));
      if (!answer.ok) setProblem(answer.problem);
    });
  };

  const list = (
    <>
      <Field
        label={choose.search}
        type="search"
        required={false}
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        // Enter looks for accounts; it sends nothing.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {accounts.length >= maxAccounts && <Text kind="quiet">{choose.first}</Text>}
      <Announcement>{search === '' ? undefined : count}</Announcement>
      {found.length === 0 && <Text kind="quiet">{count}</Text>}
      {shown.length > 0 && (
        <Choices
          legend={found.length === 0 ? choose.chosen(ids.size) : count}
          name="account"
          values={ids}
          error={error}
          onToggle={(id) => {
            const changed = new Set(ids);
            if (!changed.delete(id)) changed.add(id);
            setIds(changed);
            setRefused(false);
          }}
          options={shown.map((account) => ({
            value: account.id,
            label: nameOf(account),
            help: detailsOf(account),
          }))}
        />
      )}
    </>
  );
  return (
    <Form
      errors={error === undefined ? [] : [{ name: shown.length === 0 ? '' : 'account', message: error }]}
      onSubmit={submit}
    >
      <Choice
        legend={choose.legend}
        name="scope"
        value={scope}
        onChange={setScope}
        options={[
          { value: 'some', label: choose.some, content: list },
          { value: 'all', label: choose.all, help: choose.allHelp(asked.providerName) },
        ]}
      />
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <Button type="submit" busy={busy} waits={useWait(problem) > 0}>
        {choose.submit}
      </Button>
    </Form>
  );
}
