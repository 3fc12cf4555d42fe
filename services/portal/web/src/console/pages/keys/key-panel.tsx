import { useState } from 'react';
import { Alert } from '../../../parts/alert.tsx';
import { Button } from '../../../parts/button.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { ProblemAlert } from '../../../parts/problem.tsx';
import { useSecondsUntil } from '../../../state/use-seconds-until.ts';
import { formatDateTime } from '../../../words/words.ts';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { useChange, useRead } from '../../data/queries.ts';
import { Time } from '../../parts/cells.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import { Expiry, KeyStatus, LastUsed, Reach } from './key-columns.tsx';
import { RenameKey, RevokeKey, RotateKey } from './key-dialogs.tsx';
import { type ApiKey, endsSoon, hasEnded } from './key-facts.ts';
import styles from './keys.module.css';

const text = words.keys.panel;

interface KeyPanelProps {
  readonly orgSlug: string;
  readonly id: string;
  /** Whether the list contains the key. If not, it is not requested. Undefined: the list is not loaded yet. */
  readonly isListed: boolean | undefined;
  readonly onClose: () => void;
  /** Called with the id of the key that replaces this one. */
  readonly onRotated: (id: string) => void;
}

/** The facts and actions of one key. */
export function KeyPanel({ orgSlug, id, isListed, onClose, onRotated }: KeyPanelProps) {
  const query = useRead('getApiKey', { orgSlug, id }, { enabled: isListed === true });
  return (
    <Panel
      title={query.data?.name ?? words.keys.title}
      note={query.data && <Reach apiKey={query.data} />}
      onClose={onClose}
    >
      {isListed === false && <Alert kind="information">{words.common.notThere}</Alert>}
      {isListed !== false && (
        <Loaded query={query}>
          {(apiKey) => (
            <>
              {endsSoon(apiKey) && apiKey.expiresAt !== null && <KeyEnding at={apiKey.expiresAt} />}
              {apiKey.status === 'disabled' && <Alert kind="warning">{text.isDisabled}</Alert>}
              {hasEnded(apiKey) ? (
                <Alert kind="information">{text.isEnded[apiKey.status]}</Alert>
              ) : (
                <KeyActions orgSlug={orgSlug} apiKey={apiKey} onRotated={onRotated} />
              )}
              <Facts
                facts={[
                  { name: words.keys.status, value: <KeyStatus apiKey={apiKey} /> },
                  { name: text.prefix, value: <Copy label={text.prefix}>{apiKey.prefix}</Copy> },
                  { name: words.keys.reach, value: <Reach apiKey={apiKey} /> },
                  { name: words.keys.expires, value: <Expiry apiKey={apiKey} /> },
                  { name: words.keys.lastUsed, value: <LastUsed apiKey={apiKey} /> },
                  { name: text.created, value: <Time at={apiKey.createdAt} /> },
                  { name: words.keys.creator, value: apiKey.creatorEmail },
                ]}
              />
            </>
          )}
        </Loaded>
      )}
    </Panel>
  );
}

interface KeyActionsProps extends Pick<KeyPanelProps, 'orgSlug' | 'onRotated'> {
  readonly apiKey: ApiKey;
}

/** Everybody who sees a key may manage it. If the API refuses an action, its reason is shown here. */
function KeyActions({ orgSlug, apiKey, onRotated }: KeyActionsProps) {
  const organization = useOrganization();
  const [open, setOpen] = useState<'rotate' | 'rename' | 'revoke'>();
  const disable = useChange('disableApiKey');
  const enable = useChange('enableApiKey');
  const isActive = apiKey.status === 'active';
  const problem = disable.problem ?? enable.problem;
  const toggle = async (): Promise<void> => {
    disable.reset();
    enable.reset();
    const { ok } = await (isActive ? disable : enable).run({ orgSlug, id: apiKey.id });
    if (ok) notify(isActive ? text.disabled(apiKey.name) : text.enabled(apiKey.name));
  };
  const dialog = { orgSlug, apiKey, onClose: () => setOpen(undefined) };
  return (
    <>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <div className={styles.actions} role="group" aria-label={text.actions}>
        {isActive && (
          <Button
            kind="other"
            refused={refusalOf(organization, 'rotateApiKey')}
            onClick={() => setOpen('rotate')}
          >
            {words.keys.rotate.action}
          </Button>
        )}
        <Button
          kind="other"
          busy={disable.busy || enable.busy}
          refused={refusalOf(organization, isActive ? 'disableApiKey' : 'enableApiKey')}
          onClick={() => void toggle()}
        >
          {isActive ? text.disable : text.enable}
        </Button>
        <Button
          kind="other"
          refused={refusalOf(organization, 'updateApiKey')}
          onClick={() => setOpen('rename')}
        >
          {text.rename}
        </Button>
        <Button
          kind="danger"
          refused={refusalOf(organization, 'revokeApiKey')}
          onClick={() => setOpen('revoke')}
        >
          {words.keys.revoke.action}
        </Button>
      </div>
      {open === 'rotate' && <RotateKey {...dialog} onRotated={onRotated} />}
      {open === 'rename' && <RenameKey {...dialog} />}
      {open === 'revoke' && <RevokeKey {...dialog} />}
    </>
  );
}

const keyText = words.keys;

/** Formats seconds with the two largest units. */
function leftOf(seconds: number): string {
  const [minutes, hours, days] = [60, 3_600, 86_400].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ];
  if (days > 0) return keyText.left.days(days, hours % 24);
  if (hours > 0) return keyText.left.hours(hours, minutes % 60);
  return minutes > 0 ? keyText.left.minutes(minutes, seconds % 60) : keyText.left.seconds(seconds);
}

/** Counts down until a key expires or its grace window ends. Announced once to screen readers. */
export function KeyEnding({ at }: { readonly at: string }) {
  const seconds = useSecondsUntil(Date.parse(at));
  return (
    <Alert kind="warning">
      <p>
        {seconds > 0 ? (
          <strong aria-live="off">{keyText.panel.ends(leftOf(seconds))}</strong>
        ) : (
          keyText.panel.endsNow
        )}
      </p>
      <p>{keyText.panel.endsHelp(formatDateTime(at))}</p>
    </Alert>
  );
}
