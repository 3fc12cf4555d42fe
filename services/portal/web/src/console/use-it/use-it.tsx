import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Schemas } from '../../api/answer.ts';
import { problemOf } from '../../api/answer.ts';
import type { Account } from '../../pages/connect/accounts.ts';
import { Alert } from '../../parts/alert.tsx';
import { Actions, Button } from '../../parts/button.tsx';
import { ProblemAlert, TryAgain } from '../../parts/problem.tsx';
import { refusalOf, useWorkspace } from '../data/access.tsx';
import { usePages, useRead } from '../data/queries.ts';
import { Drawer } from '../parts/drawer.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { isReadable, knownAccount, type NamedAccount } from '../samples/first-account.ts';
import { useIt as text } from '../words/en/use-it.ts';
import { AccessForm, type Sender } from './access-form.tsx';
import { Result } from './result.tsx';
import styles from './use-it.module.css';

interface UseItProps {
  /** The parameters of every operation on the integration. */
  readonly at: { readonly orgSlug: string; readonly workspaceSlug: string; readonly id: string };
  readonly integration: Schemas['Integration'];
  readonly onClose: () => void;
}

/** A key that was made in the drawer. */
interface NewKey {
  readonly id: string;
  readonly secret: string;
  readonly isCopied: boolean;
}

/** Leads from an integration to the first rows: a key, its access, a request, and the same request as a program. */
export function UseIt({ at, integration, onClose }: UseItProps) {
  const keys = useRead('listApiKeys', { orgSlug: at.orgSlug });
  const grants = useRead('listGrants', at);
  const provider = useRead('getProvider', { provider: integration.provider }, { live: false });
  const [sender, setSender] = useState<Sender>();
  // Nothing else keeps them.
  const [newKeys, setNewKeys] = useState<readonly NewKey[]>([]);
  const [asks, setAsks] = useState(false);
  const holdsKey = newKeys.some(({ isCopied }) => !isCopied);
  useEffect(() => {
    if (!holdsKey) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [holdsKey]);
  // What had the focus is gone after a step: the next one begins at its title or its first choice.
  const steps = useRef<HTMLDivElement>(null);
  const last = useRef(sender);
  useLayoutEffect(() => {
    if (last.current === sender) return;
    last.current = sender;
    steps.current?.querySelector<HTMLElement>('h3, input:checked')?.focus();
  }, [sender]);
  // The question may be out of sight.
  const question = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (asks) question.current?.querySelector('button')?.focus();
  }, [asks]);
  const onSender = (next: Sender | undefined): void => {
    const { apiKey, secret } = next ?? {};
    if (apiKey !== undefined && secret !== undefined)
      setNewKeys([...newKeys, { id: apiKey.id, secret, isCopied: false }]);
    setSender(next && { ...next, secret: secret ?? newKeys.find(({ id }) => id === apiKey?.id)?.secret });
  };
  const stay = (): void => {
    setAsks(false);
    steps.current?.querySelector('h3')?.focus();
  };
  const onKeyCopied = (): void =>
    setNewKeys(newKeys.map((key) => (key.id === sender?.apiKey?.id ? { ...key, isCopied: true } : key)));
  return (
    <Drawer
      title={text.title(integration.name)}
      note={text.note(integration.providerName)}
      onClose={() => (holdsKey && !asks ? setAsks(true) : onClose())}
    >
      {asks && holdsKey && (
        <div ref={question}>
          <Alert kind="warning">
            <p>{text.result.notCopied}</p>
            <Actions>
              <Button kind="other" onClick={stay}>
                {text.result.keepOpen}
              </Button>
              <Button kind="quiet" onClick={onClose}>
                {text.result.closeAnyway}
              </Button>
            </Actions>
          </Alert>
        </div>
      )}
      <div ref={steps} className={styles.steps}>
        <Loaded query={provider}>
          {(found) => (
            <Loaded query={keys}>
              {({ apiKeys }) => (
                <Loaded query={grants}>
                  {(listed) => (
                    <Steps
                      at={at}
                      integration={integration}
                      provider={found}
                      keys={apiKeys}
                      grants={listed.grants}
                      sender={sender}
                      onSender={onSender}
                      onKeyCopied={onKeyCopied}
                    />
                  )}
                </Loaded>
              )}
            </Loaded>
          )}
        </Loaded>
      </div>
    </Drawer>
  );
}

interface StepsProps extends Omit<UseItProps, 'onClose'> {
  readonly provider: Schemas['Provider'];
  readonly keys: readonly Schemas['ApiKey'][];
  readonly grants: readonly Schemas['Grant'][];
  readonly sender: Sender | undefined;
  readonly onSender: (sender: Sender | undefined) => void;
  readonly onKeyCopied: () => void;
}

/** The accounts that a sender may read, those of the right kind first. */
function accountsFor(
  { grant }: Sender,
  integration: Schemas['Integration'],
  read: Schemas['FirstRead'],
  listed: readonly Account[],
): readonly NamedAccount[] {
  const known = knownAccount(integration, read);
  const reached: readonly NamedAccount[] =
    grant?.accounts?.map((id) => listed.find((account) => account.id === id) ?? { id, name: null }) ??
    (listed.length > 0 ? listed : known === undefined ? [] : [known]);
  const kinds = new Map(listed.map((account) => [account.id, isReadable(account, read)]));
  const best = reached.filter(({ id }) => kinds.get(id) !== false);
  const sorted = best.length > 0 ? best : reached;
  return [...sorted.filter(({ id }) => id === known?.id), ...sorted.filter(({ id }) => id !== known?.id)];
}

function Steps({ at, integration, provider, keys, grants, sender, onSender, onKeyCopied }: StepsProps) {
  const workspace = useWorkspace();
  const mayList = provider.listsAccounts && refusalOf(workspace, 'listIntegrationAccounts') === undefined;
  // Each read sends a request to the provider.
  const { query, rows, more } = usePages('listIntegrationAccounts', 'accounts', at, {
    live: false,
    enabled: mayList,
  });
  const { firstRead } = provider;
  if (mayList && rows === undefined && query.error === null)
    return <Loaded query={query}>{() => null}</Loaded>;
  const accounts = rows ?? [];
  if (sender !== undefined)
    return firstRead === undefined ? (
      <Alert kind="information">{text.result.noRead}</Alert>
    ) : (
      <Result
        at={at}
        integration={integration}
        read={firstRead}
        sender={sender}
        accounts={accountsFor(sender, integration, firstRead, accounts)}
        onBack={() => onSender(undefined)}
        onKeyCopied={onKeyCopied}
      />
    );
  const failure = query.error === null ? undefined : problemOf(query.error);
  return (
    <>
      {failure !== undefined && (
        <>
          <ProblemAlert problem={failure} />
          <TryAgain problem={failure} onClick={() => void query.refetch()} />
        </>
      )}
      <AccessForm
        at={at}
        integration={integration}
        provider={provider}
        keys={keys}
        grants={grants}
        accounts={accounts}
        moreAccounts={
          query.hasNextPage && (
            <Button kind="quiet" busy={query.isFetchingNextPage} onClick={more}>
              {text.accounts.load}
            </Button>
          )
        }
        onReady={onSender}
      />
    </>
  );
}
