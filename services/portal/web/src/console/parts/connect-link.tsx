import type { Schemas } from '@patchbay/client';
import { useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Fold } from '../../parts/fold.tsx';
import { mailAddress } from '../../parts/mail-link.tsx';
import { Text } from '../../parts/text.tsx';
import { isPageAddress } from '../../state/address.ts';
import { formatDateTime } from '../../words/words.ts';
import { refusalOf, useOrganization, useWorkspace } from '../data/access.tsx';
import { usualLinkDays } from '../data/api-bounds.ts';
import { useChange } from '../data/queries.ts';
import { words } from '../words/words.ts';
import styles from './connect-link.module.css';
import { Copy } from './copy.tsx';
import { ConfirmChange, DialogForm } from './dialog.tsx';
import { LinkDays } from './link-days.tsx';
import { QrCode } from './qr-code.tsx';
import { notify } from './toasts.tsx';

const text = words.connectLink;

interface ConnectLinkProps {
  readonly integration: Schemas['Integration'];
  /** Whether the QR code is shown at once. Default: after a click, to save room. */
  readonly showsCode?: boolean;
}

/** The connect link of an integration, with buttons to send, preview, replace and revoke it. */
export function ConnectLink({ integration, showsCode = false }: ConnectLinkProps) {
  const { connectLink } = integration;
  const workspace = useWorkspace();
  const [asks, setAsks] = useState<'new' | 'off'>();
  const close = (): void => setAsks(undefined);
  return (
    <div className={styles.link}>
      {connectLink === null && <Text kind="quiet">{text.none}</Text>}
      {connectLink?.expired === true && (
        <Alert kind="warning">{text.expired(formatDateTime(connectLink.expiresAt))}</Alert>
      )}
      {connectLink?.expired === false && (
        <Live integration={integration} link={connectLink} showsCode={showsCode} />
      )}
      <div className={styles.actions} data-quiet={connectLink?.expired === false}>
        <Button
          kind={connectLink?.expired === false ? 'quiet' : 'other'}
          refused={refusalOf(workspace, 'issueConnectLink')}
          onClick={() => setAsks('new')}
        >
          {actionOf(integration)}
        </Button>
        {connectLink !== null && (
          <Button
            kind={connectLink.expired ? 'other' : 'quiet'}
            refused={refusalOf(workspace, 'revokeConnectLink')}
            onClick={() => setAsks('off')}
          >
            {text.off}
          </Button>
        )}
      </div>
      {asks === 'new' && <NewConnectLink integration={integration} onClose={close} />}
      {asks === 'off' && <TurnOff id={integration.id} onClose={close} />}
    </div>
  );
}

interface LiveProps extends Required<ConnectLinkProps> {
  readonly link: Schemas['ConnectLink'];
}

function Live({ integration, link, showsCode }: LiveProps) {
  const { name: organization } = useOrganization();
  const { name, providerName: provider } = integration;
  const { connectUrl: url, expiresAt } = link;
  const date = formatDateTime(expiresAt);
  const mail = mailAddress({
    subject: text.mail.subject(provider, organization),
    body: text.mail.body({ provider, organization, url, date }),
  });
  const code = (
    <div className={styles.code}>
      <QrCode label={text.codeText(name)}>{url}</QrCode>
      <p className={styles.note}>{text.codeHelp}</p>
    </div>
  );
  return (
    <div className={styles.live} data-code={showsCode}>
      <div className={styles.words}>
        <div className={styles.address}>
          <Copy label={text.label}>{url}</Copy>
        </div>
        <p className={styles.note}>
          {text.until(date)} {text.explain}
        </p>
        <div className={styles.actions}>
          <ButtonLink kind="other" href={mail}>
            {text.email}
          </ButtonLink>
          {isPageAddress(url) && (
            <ButtonLink kind="other" href={url} newTab>
              {text.preview}
            </ButtonLink>
          )}
        </div>
        <p className={styles.note}>{text.previewHelp}</p>
      </div>
      {showsCode ? code : <Fold summary={text.code}>{code}</Fold>}
    </div>
  );
}

interface TurnOffProps {
  readonly id: string;
  readonly onClose: () => void;
}

function TurnOff({ id, onClose }: TurnOffProps) {
  const { slug: orgSlug } = useOrganization();
  const { slug: workspaceSlug } = useWorkspace();
  return (
    <ConfirmChange
      operation="revokeConnectLink"
      input={{ orgSlug, workspaceSlug, id }}
      done={text.offDone}
      isDoneIfGone
      title={text.offTitle}
      action={text.off}
      onClose={onClose}
    >
      <Text>{text.offText}</Text>
    </ConfirmChange>
  );
}

/** The action that makes a link: the same words wherever it is offered. A link that works is replaced by a new one. */
function actionOf({ connectLink, connectedAt }: NewConnectLinkProps['integration']): string {
  if (connectLink?.expired === false) return text.makeNew;
  if (connectedAt !== null) return text.again;
  return connectLink === null ? text.make : text.makeNew;
}

interface NewConnectLinkProps {
  readonly integration: Pick<Schemas['Integration'], 'id' | 'connectLink' | 'connectedAt'>;
  readonly onClose: () => void;
}

/** Asks how long a new connect link works, and makes it. */
export function NewConnectLink({ integration, onClose }: NewConnectLinkProps) {
  const { id, connectLink, connectedAt } = integration;
  const { slug: orgSlug } = useOrganization();
  const { slug: workspaceSlug } = useWorkspace();
  const issue = useChange('issueConnectLink');
  const [days, setDays] = useState(String(usualLinkDays));
  const make = async (): Promise<void> => {
    const answer = await issue.run({
      orgSlug,
      workspaceSlug,
      id,
      body: { expiresInDays: Number(days) },
    });
    if (!answer.ok) return;
    notify(text.made);
    onClose();
  };
  return (
    <DialogForm
      title={actionOf(integration)}
      submit={text.submit}
      busy={issue.busy}
      problem={issue.problem}
      onSubmit={make}
      onClose={onClose}
    >
      {connectedAt !== null && <Text>{text.againText}</Text>}
      {connectLink?.expired === false && <Text>{text.replaces}</Text>}
      <LinkDays value={days} onChange={({ target }) => setDays(target.value)} />
    </DialogForm>
  );
}
