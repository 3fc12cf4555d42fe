import { type FormEvent, useState } from 'react';
import { type Answer, answerOf, type Problem } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Announcement } from '../../parts/announcement.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
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
import { type Account, choosable, detailsOf, matching, nameOf, readAccounts } from './accounts.ts';
import type { Asked, Result } from './flow.ts';
import { WithNames } from './with-names.tsx';

interface AccountChoiceProps {
  /** The secret that the consent ended with. */
  readonly choice: string;
  readonly asked: Asked;
  readonly onEnded: (ended: Pick<Result, 'account' | 'unchosen'>) => void;
}

/** The time is over, or the connection was replaced or deleted. */
const isOver = ({ status }: Problem): boolean => [401, 404].includes(status);

/** Offers the accounts after a consent. Asks nothing if there is only one, or none that a setting can name. */
export function AccountChoice({ choice, asked, onEnded }: AccountChoiceProps) {
  const { choose } = words.outcome;

  const set = async (account: Account): Promise<Answer<unknown>> => {
    const body = { accountId: account.id };
    const answer = await answerOf(api.setConnectAccount({ token: choice, body }));
    if (answer.ok) onEnded({ account: nameOf(account) });
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
    const data = choosable(read.data);
    const [first, ...others] = data;
    if (first === undefined) onEnded({});
    else if (others.length === 0) {
      const answer = await set(first);
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
        lead={<WithNames text={choose.lead(asked.providerName)} asked={asked} />}
      >
        <Picker accounts={loaded.data} set={set} />
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
  readonly set: (account: Account) => Promise<Answer<unknown>>;
}

/** More accounts than this are found by search: the button stays near on a phone. */
const shownAtMost = 10;

function Picker({ accounts, set }: PickerProps) {
  const { choose } = words.outcome;
  const [search, setSearch] = useState('');
  const [value, setValue] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [busy, once] = useOnce();
  const found = matching(accounts, search);
  const shown = found.slice(0, shownAtMost);
  const count = found.length === 0 ? choose.none : choose.shown(shown.length, found.length);
  const error = isMissing ? choose.missing : undefined;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // One that the search hides is not sent.
    const account = shown.find(({ id }) => id === value);
    setMissing(account === undefined);
    setProblem(undefined);
    if (account === undefined) return;
    void once(async () => {
      const answer = await set(account);
      if (!answer.ok) setProblem(answer.problem);
    });
  };

  return (
    <>
      <Field
        label={choose.search}
        type="search"
        required={false}
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <Form
        errors={error === undefined ? [] : [{ name: shown.length === 0 ? '' : 'account', message: error }]}
        onSubmit={submit}
      >
        <Announcement>{search === '' ? undefined : count}</Announcement>
        {shown.length === 0 ? (
          <Text kind="quiet">{count}</Text>
        ) : (
          <Choice
            legend={count}
            name="account"
            value={value}
            error={error}
            onChange={(id) => {
              setValue(id);
              setMissing(false);
            }}
            options={shown.map((account) => ({
              value: account.id,
              label: nameOf(account),
              help: detailsOf(account),
            }))}
          />
        )}
        {problem !== undefined && <ProblemAlert problem={problem} />}
        <Button type="submit" busy={busy} waits={useWait(problem) > 0}>
          {choose.submit}
        </Button>
      </Form>
    </>
  );
}
