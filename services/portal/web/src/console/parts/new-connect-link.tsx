import type { Schemas } from '@patchbay/client';
import { type ComponentProps, useState } from 'react';
import { Select } from '../../parts/select.tsx';
import { Text } from '../../parts/text.tsx';
import { useOrganization, useWorkspace } from '../data/access.tsx';
import { linkDays, usualLinkDays } from '../data/link-days.ts';
import { useChange } from '../data/queries.ts';
import { words } from '../words/words.ts';
import { DialogForm } from './dialog-form.tsx';
import { notify } from './toasts.tsx';

const text = words.connectLink;

/** How long a new connect link works. */
export const LinkDays = (select: Omit<ComponentProps<typeof Select>, 'label' | 'options'>) => (
  <Select
    {...select}
    label={text.days}
    options={linkDays.map((days) => ({ value: String(days), label: text.dayCount(days) }))}
  />
);

interface NewConnectLinkProps {
  readonly integration: Pick<Schemas['Integration'], 'id' | 'connectLink'>;
  readonly onClose: () => void;
}

/** Asks how long a new connect link works, and makes it. */
export function NewConnectLink({ integration, onClose }: NewConnectLinkProps) {
  const { id, connectLink } = integration;
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
      title={connectLink === null ? text.make : text.makeNew}
      submit={text.make}
      busy={issue.busy}
      problem={issue.problem}
      onSubmit={make}
      onClose={onClose}
    >
      {connectLink?.expired === false && <Text>{text.replaces}</Text>}
      <LinkDays value={days} onChange={({ target }) => setDays(target.value)} />
    </DialogForm>
  );
}
