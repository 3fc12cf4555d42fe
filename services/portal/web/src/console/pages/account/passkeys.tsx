import type { Schemas } from '@patchbay/client';
import { useState } from 'react';
import { knowsPasskeys } from '../../../pages/sign-in/passkey.ts';
import { Button } from '../../../parts/button.tsx';
import { Text } from '../../../parts/text.tsx';
import { useRead } from '../../data/queries.ts';
import { Grid } from '../../parts/grid.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/page.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Time } from '../../parts/time.tsx';
import { passkeys as passkeysWords } from '../../words/en/passkeys.ts';
import { words } from '../../words/words.ts';
import styles from './account.module.css';
import { DeletePasskey, NewPasskey, RenamePasskey } from './passkey-dialogs.tsx';

const text = passkeysWords;

type Passkey = Schemas['Passkey'];

type Open = { readonly dialog: 'new' } | { readonly dialog: 'rename' | 'delete'; readonly passkey: Passkey };

/** The passkeys of the caller. */
export function Passkeys() {
  const query = useRead('listPasskeys', {});
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const create = (
    <Button
      kind="other"
      refused={knowsPasskeys() ? undefined : text.unable}
      onClick={() => setOpen({ dialog: 'new' })}
    >
      {text.create}
    </Button>
  );
  const action = (label: string, dialog: 'rename' | 'delete', passkey: Passkey) => (
    <button
      type="button"
      className={styles.action}
      aria-label={`${label} ${passkey.name}`}
      onClick={() => setOpen({ dialog, passkey })}
    >
      {label}
    </button>
  );
  const some = (query.data?.passkeys.length ?? 0) > 0;
  return (
    <Section title={text.title} aside={some && create}>
      <Text kind="quiet">{text.text}</Text>
      <Loaded query={query}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <Empty title={text.none}>
              <p>{text.noneText}</p>
              {create}
            </Empty>
          ) : (
            <Grid
              label={text.title}
              rows={passkeys}
              keyOf={({ id }) => id}
              columns={[
                {
                  key: 'name',
                  head: text.name,
                  cell: ({ name, backedUp }) => (
                    <span className={styles.name}>
                      <bdi>{name}</bdi>
                      {backedUp && <Tag>{text.synced}</Tag>}
                    </span>
                  ),
                },
                {
                  key: 'created',
                  head: text.created,
                  width: '9rem',
                  cell: ({ createdAt }) => <Time at={createdAt} />,
                },
                {
                  key: 'used',
                  head: text.lastUsed,
                  width: '9rem',
                  cell: ({ lastUsedAt }) =>
                    lastUsedAt === null ? words.common.never : <Time at={lastUsedAt} />,
                },
                {
                  key: 'actions',
                  head: text.actions,
                  width: '10rem',
                  cell: (passkey) => (
                    <span className={styles.actions}>
                      {action(text.rename, 'rename', passkey)}
                      {action(text.delete, 'delete', passkey)}
                    </span>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {open?.dialog === 'new' && <NewPasskey onClose={close} />}
      {open?.dialog === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.dialog === 'delete' && (
        <DeletePasskey passkey={open.passkey} isLast={query.data?.passkeys.length === 1} onClose={close} />
      )}
    </Section>
  );
}
