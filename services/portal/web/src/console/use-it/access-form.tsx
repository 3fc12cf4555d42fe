import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../api/answer.ts';
import type { Account } from '../../pages/connect/accounts.ts';
import { Alert } from '../../parts/alert.tsx';
import { Actions, Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { Fold } from '../../parts/fold.tsx';
import { type FieldError, Form } from '../../parts/form.tsx';
import { ProblemAlert } from '../../parts/problem.tsx';
import { Select } from '../../parts/select.tsx';
import { refusalOf, useWorkspace } from '../data/access.tsx';
import { matches } from '../data/matches.ts';
import { useChange } from '../data/queries.ts';
import { SearchBox } from '../parts/filter.tsx';
import { notify } from '../parts/toasts.tsx';
import { useIt as text } from '../words/en/use-it.ts';
import { ago, words } from '../words/words.ts';
import { AccountsChoice } from './accounts-choice.tsx';
import { keyOptions, type RefusedKey, type UsableKey } from './key-options.ts';
import styles from './use-it.module.css';

type Grant = Schemas['Grant'];

/** Who sends requests from now on. */
export interface Sender {
  /** Undefined: the person, with the session. */
  readonly apiKey?: Pick<Schemas['ApiKey'], 'id' | 'name' | 'prefix'> | undefined;
  /** Of a key that was just made. Kept in memory only. */
  readonly secret?: string | undefined;
  readonly grant?: Grant | undefined;
}

interface AccessFormProps {
  readonly at: { readonly orgSlug: string; readonly workspaceSlug: string; readonly id: string };
  readonly integration: Schemas['Integration'];
  readonly provider: Schemas['Provider'];
  readonly keys: readonly Schemas['ApiKey'][];
  readonly grants: readonly Grant[];
  /** Those of the connection that are loaded. */
  readonly accounts: readonly Account[];
  readonly moreAccounts: ReactNode;
  readonly onReady: (sender: Sender) => void;
}

const expiryDays = [30, 90, 180, 365];
const shownKeys = 5;
const shownRefused = 20;
const maxAccounts = 100;
const grantText = words.integrations.grants;

/** What a live grant allows, in a few words. */
const detailsOfGrant = ({ access, accounts }: Grant): string =>
  `${grantText.access[access]}, ${accounts === null ? grantText.allAccounts : grantText.accounts(accounts.length)}`;

const detailsOfKey = ({ prefix, role, expiresAt }: Schemas['ApiKey']): string =>
  text.key.details(
    prefix,
    role === null ? text.key.own : (words.roles.workspace[role]?.name ?? role),
    expiresAt === null ? text.key.never : text.key.ends(ago(expiresAt)),
  );

/** The accounts that are ticked at first: that of the settings, those that the client chose, or the only one. */
function firstTicks(
  accounts: readonly Account[],
  { settings, accounts: chosen }: Schemas['Integration'],
): ReadonlySet<string> {
  const named = accounts.filter(
    ({ setting }) => setting !== null && String(settings[setting.name] ?? '') === setting.value,
  );
  if (named.length > 0) return new Set(named.map(({ id }) => id));
  if (chosen !== null && chosen.length <= maxAccounts) return new Set(chosen.map(({ id }) => id));
  return new Set(accounts.length === 1 ? accounts.map(({ id }) => id) : []);
}

/** Chooses a key or makes one, and what it may do. */
export function AccessForm(props: AccessFormProps) {
  const { at, integration, provider, keys, grants, accounts, moreAccounts, onReady } = props;
  const workspace = useWorkspace();
  const createKey = useChange('createApiKey');
  const createGrant = useChange('createGrant');
  const notAllowed = refusalOf(workspace, 'createGrant') !== undefined;
  const options = keyOptions(keys, grants, at.workspaceSlug);
  const usable = options.usable.filter(({ grant }) => grant !== undefined || !notAllowed);
  const [made, setMade] = useState<Schemas['ApiKeyWithSecret']>();
  const [chosen, setChosen] = useState(notAllowed ? (usable[0]?.apiKey.id ?? 'none') : 'new');
  const [name, setName] = useState(integration.name.slice(0, 100));
  const [touched, setTouched] = useState<ReadonlySet<string> | null>();
  const [access, setAccess] = useState<Schemas['UseAccess']>('read');
  const [expires, setExpires] = useState('90');
  const [errors, setErrors] = useState<readonly FieldError[]>([]);

  const ticked = touched ?? firstTicks(accounts, integration);
  const every = touched === null || accounts.length === 0;
  const key = usable.find(({ apiKey }) => apiKey.id === chosen);
  const isReady = chosen === 'none' || key?.grant !== undefined;
  const busy = createKey.busy || createGrant.busy;
  const problem = createKey.problem ?? createGrant.problem;

  function errorsOf(): FieldError[] {
    const { length } = name.trim();
    const accountError = every
      ? undefined
      : ticked.size === 0
        ? text.accounts.someError
        : ticked.size > maxAccounts
          ? text.accounts.tooMany
          : undefined;
    return [
      ...(chosen === 'new' && made === undefined && (length === 0 || length > 100)
        ? [{ name: 'name', message: text.key.nameError }]
        : []),
      ...(accountError === undefined ? [] : [{ name: 'accounts', message: accountError }]),
    ];
  }

  /** A key that was made before its grant failed is not made again. */
  async function keyToGrant(): Promise<Pick<Schemas['ApiKey'], 'id' | 'name' | 'prefix'> | undefined> {
    if (chosen !== 'new') return key?.apiKey;
    if (made !== undefined) return made;
    const answer = await createKey.run({
      orgSlug: at.orgSlug,
      body: {
        name: name.trim(),
        level: 'workspace',
        role: 'member',
        workspaceSlug: at.workspaceSlug,
        expiresInDays: expires === '' ? null : Number(expires),
      },
    });
    if (!answer.ok) return undefined;
    setMade(answer.data);
    return answer.data;
  }

  async function submit(): Promise<void> {
    if (busy) return;
    if (chosen === 'none') return onReady({});
    if (key?.grant !== undefined) return onReady({ apiKey: key.apiKey, grant: key.grant });
    const found = errorsOf();
    setErrors(found);
    if (found.length > 0) return;
    createKey.reset();
    createGrant.reset();
    const apiKey = await keyToGrant();
    if (apiKey === undefined) return;
    const answer = await createGrant.run({
      ...at,
      body: {
        apiKeyId: apiKey.id,
        access,
        accounts: every ? null : [...ticked],
        expiresInDays: expires === '' ? null : Number(expires),
      },
    });
    if (!answer.ok) return;
    notify(text.granted(apiKey.name));
    onReady({ apiKey, secret: 'key' in apiKey ? String(apiKey.key) : undefined, grant: answer.data });
  }

  const errorAt = (field: string): string | undefined => errors.find((each) => each.name === field)?.message;
  return (
    <Form
      errors={errors}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {problem !== undefined && <ProblemAlert problem={problem} />}
      {notAllowed && <Alert kind="information">{text.key.notAllowed}</Alert>}
      <KeyChoice
        usable={usable}
        chosen={chosen}
        onChange={setChosen}
        newKey={
          notAllowed ? undefined : (
            <Field
              label={text.key.name}
              help={text.key.nameHelp}
              name="name"
              value={name}
              maxLength={100}
              error={errorAt('name')}
              autoComplete="off"
              readOnly={made !== undefined}
              onChange={({ target }) => setName(target.value)}
            />
          )
        }
      />
      {options.refused.length > 0 && <RefusedKeys refused={options.refused} />}
      {!isReady && (
        <>
          {provider.listsAccounts ? (
            <AccountsChoice
              accounts={accounts}
              isBounded={integration.accounts !== null}
              ticked={ticked}
              every={every}
              error={errorAt('accounts')}
              onChange={setTouched}
              more={moreAccounts}
            />
          ) : (
            <p className={styles.quiet}>{text.accounts.unlisted(provider.name)}</p>
          )}
          {integration.access === 'manage' && (
            <Choice
              legend={text.access.legend}
              value={access}
              onChange={(value) => setAccess(value === 'manage' ? 'manage' : 'read')}
              options={[
                { value: 'read', label: text.access.read, help: text.access.readHelp },
                { value: 'manage', label: text.access.manage, help: text.access.manageHelp },
              ]}
            />
          )}
          <Select
            label={text.ends}
            value={expires}
            onChange={({ target }) => setExpires(target.value)}
            options={[
              ...expiryDays.map((count) => ({ value: String(count), label: text.inDays(count) })),
              { value: '', label: text.never },
            ]}
          />
        </>
      )}
      <Actions>
        <Button type="submit" busy={busy}>
          {isReady ? text.run : text.submit}
        </Button>
      </Actions>
    </Form>
  );
}

interface KeyChoiceProps {
  readonly usable: readonly UsableKey[];
  readonly chosen: string;
  /** The field of a new key. Undefined: the person cannot make one. */
  readonly newKey: ReactNode;
  readonly onChange: (chosen: string) => void;
}

function KeyChoice({ usable, chosen, newKey, onChange }: KeyChoiceProps) {
  const mayTry = refusalOf(useWorkspace(), 'relayGet') === undefined;
  const [search, setSearch] = useState('');
  const found = usable.filter(({ apiKey }) => matches(search, apiKey.name, apiKey.prefix));
  const shown = found.filter(({ apiKey }, index) => index < shownKeys || apiKey.id === chosen);
  return (
    <>
      <Choice
        legend={text.key.legend}
        value={chosen}
        onChange={onChange}
        options={[
          ...(newKey === undefined
            ? []
            : [{ value: 'new', label: text.key.new, help: text.key.newHelp, content: newKey }]),
          ...shown.map(({ apiKey, grant }) => ({
            value: apiKey.id,
            label: apiKey.name,
            help:
              grant === undefined
                ? detailsOfKey(apiKey)
                : `${detailsOfKey(apiKey)}. ${text.key.granted(detailsOfGrant(grant))}`,
          })),
          ...(mayTry ? [{ value: 'none', label: text.key.none, help: text.key.noneHelp }] : []),
        ]}
      />
      {usable.length > shownKeys && (
        <>
          <SearchBox label={text.key.search} value={search} onChange={setSearch} />
          {found.length > shown.length && (
            <p className={styles.quiet}>{text.key.more(found.length - shown.length)}</p>
          )}
        </>
      )}
    </>
  );
}

/** The keys that cannot be chosen, each with the reason. */
function RefusedKeys({ refused }: { readonly refused: readonly RefusedKey[] }) {
  const { reasons } = text.key;
  const shown = refused.slice(0, shownRefused);
  return (
    <Fold summary={text.key.refused(refused.length)}>
      <ul className={styles.refused}>
        {shown.map(({ apiKey, reason }) => (
          <li key={apiKey.id}>
            <bdi className={styles.name}>{apiKey.name}</bdi> <code>{apiKey.prefix}</code>
            <span className={styles.quiet}>
              {reason === 'workspace' ? reasons.workspace(apiKey.workspace ?? '') : reasons[reason]}
            </span>
          </li>
        ))}
      </ul>
      {refused.length > shown.length && (
        <p className={styles.quiet}>{text.key.others(refused.length - shown.length)}</p>
      )}
    </Fold>
  );
}
