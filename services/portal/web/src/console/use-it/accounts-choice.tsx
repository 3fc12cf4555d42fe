import { useId, useState } from 'react';
import { type Account, detailsOf, matching, nameOf } from '../../pages/connect/accounts.ts';
import { Choice } from '../../parts/choice.tsx';
import { Text } from '../../parts/text.tsx';
import { SearchBox } from '../parts/filter.tsx';
import { useIt } from '../words/en/use-it.ts';
import styles from './use-it.module.css';

const text = useIt.accounts;

/** Longer lists have a search. */
const few = 8;
const shownAtMost = 50;

interface AccountsChoiceProps {
  readonly accounts: readonly Account[];
  /** Whether the client has chosen the accounts of the connection. */
  readonly isBounded: boolean;
  readonly ticked: ReadonlySet<string>;
  /** Null: every account. */
  readonly onChange: (ticked: ReadonlySet<string> | null) => void;
  readonly every: boolean;
  readonly error: string | undefined;
  /** Below the list: a button that loads more. */
  readonly more: React.ReactNode;
}

/** Which accounts of the connection a grant has. */
export function AccountsChoice(props: AccountsChoiceProps) {
  const { accounts, isBounded, ticked, every, error, onChange } = props;
  return (
    <Choice
      legend={text.legend}
      name="accounts"
      error={error}
      value={every ? 'every' : 'some'}
      onChange={(value) => onChange(value === 'every' ? null : ticked)}
      options={[
        ...(accounts.length === 0
          ? []
          : [{ value: 'some', label: text.some, content: <AccountList {...props} /> }]),
        {
          value: 'every',
          label: isBounded ? text.everyChosen : text.every,
          help: isBounded ? undefined : text.everyHelp,
        },
      ]}
    />
  );
}

function AccountList({ accounts, ticked, onChange, more }: AccountsChoiceProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const found = search.trim() === '' ? accounts : matching(accounts, search.trim());
  const shown = found.slice(0, shownAtMost);
  const toggle = (account: string): void => {
    const next = new Set(ticked);
    if (!next.delete(account)) next.add(account);
    onChange(next);
  };
  return (
    <>
      {accounts.length > few && <SearchBox label={text.search} value={search} onChange={setSearch} />}
      {found.length === 0 && <Text kind="quiet">{text.notFound}</Text>}
      <ul className={styles.accounts} aria-label={text.some}>
        {shown.map((account, index) => (
          <li key={`${account.type} ${account.id}`}>
            <label className={styles.account}>
              <input
                type="checkbox"
                name="account"
                checked={ticked.has(account.id)}
                aria-labelledby={`${id}-${index}-name`}
                aria-describedby={`${id}-${index}-details`}
                onChange={() => toggle(account.id)}
              />
              <bdi id={`${id}-${index}-name`} className={styles.name}>
                {nameOf(account)}
              </bdi>
              <span id={`${id}-${index}-details`} className={styles.quiet}>
                {detailsOf(account)}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.length > shown.length && <Text kind="quiet">{text.more(found.length - shown.length)}</Text>}
      <span className={styles.foot}>
        <span className={styles.quiet} role="status">
          {text.ticked(ticked.size)}
        </span>
        {more}
      </span>
    </>
  );
}
