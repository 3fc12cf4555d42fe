import { useState } from 'react';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { ProblemAlert } from '../../../parts/problem.tsx';
import { Select } from '../../../parts/select.tsx';
import { Text } from '../../../parts/text.tsx';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { longest } from '../../data/api-bounds.ts';
import { useOptimisticValue } from '../../data/optimistic-value.ts';
import { useChange } from '../../data/queries.ts';
import { useSignedIn } from '../../data/session.ts';
import { Danger } from '../../parts/danger.tsx';
import { Confirm, ConfirmChange, Consequences } from '../../parts/dialog.tsx';
import { ConsolePage, Section } from '../../parts/page.tsx';
import { notify } from '../../parts/toasts.tsx';
import { deletion } from '../../words/en/deletion.ts';
import { passkeys } from '../../words/en/passkeys.ts';
import { settings as settingsWords } from '../../words/en/settings.ts';
import { Identifiers } from './identifiers.tsx';
import { NameForm } from './name-form.tsx';

const text = settingsWords;

/** The settings of an organization: its name, the role of people who join by domain, and the demand for passkeys. */
export function SettingsPage() {
  const organization = useOrganization();
  const { slug: orgSlug, name } = organization;
  const rename = useChange('updateOrganization');
  return (
    <ConsolePage title={text.title} lead={text.organization.lead}>
      <Section title={text.organization.general} card>
        <NameForm
          draftName={`o/${organization.id}/settings`}
          label={text.name}
          help={text.organization.nameHelp}
          wrong={text.nameError}
          most={longest.name}
          name={name}
          refused={refusalOf(organization, 'updateOrganization')}
          busy={rename.busy}
          problem={rename.problem}
          saved={text.saved}
          onSave={(typed) => rename.run({ orgSlug, body: { name: typed } })}
        />
      </Section>
      <Section title={text.organization.domain} card>
        {organization.domain === undefined ? (
          <Text>{text.organization.noDomain}</Text>
        ) : (
          <Joining domain={organization.domain} />
        )}
      </Section>
      <PasskeyPolicy />
      <Identifiers of={organization} />
      <DeleteOrganization />
    </ConsolePage>
  );
}

const domainRoles = ['member', 'viewer', 'nobody'] as const;
type DomainRole = (typeof domainRoles)[number];

/** Who joins by the email domain. Saved when chosen, without a button. */
function Joining({ domain }: { readonly domain: string }) {
  const organization = useOrganization();
  const { slug: orgSlug, domainRole } = organization;
  const { run, busy, problem } = useChange('updateOrganization');
  const refused = refusalOf(organization, 'updateOrganization');
  const optimistic = useOptimisticValue<DomainRole>(domainRole ?? 'nobody');
  const role = optimistic.shown;
  const change = async (chosen: string): Promise<void> => {
    const next = domainRoles.find((each) => each === chosen) ?? role;
    optimistic.set(next);
    const answer = await run({ orgSlug, body: { domainRole: next === 'nobody' ? null : next } });
    if (answer.ok) notify(text.saved);
    else optimistic.revert();
  };
  return (
    <>
      <Facts facts={[{ name: text.organization.domainName, value: domain }]} />
      <Text kind="quiet">
        {text.organization.domainText(domain)} {text.organization.domainFixed}
      </Text>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <Select
        label={text.organization.domainRole}
        help={refused ?? text.organization.domainRoleHelp[role]}
        value={role}
        disabled={refused !== undefined || busy}
        options={domainRoles.map((each) => ({ value: each, label: text.organization.domainRoles[each] }))}
        onChange={({ target }) => void change(target.value)}
      />
    </>
  );
}

const policyText = passkeys.policy;

/** The switch that demands passkeys. Explains the consequences before it is switched on. */
export function PasskeyPolicy() {
  const organization = useOrganization();
  const { slug: orgSlug, requiresPasskey } = organization;
  const { method } = useSignedIn().session;
  const { run, busy, problem, reset } = useChange('updateOrganization');
  const [asks, setAsks] = useState(false);
  const refused =
    refusalOf(organization, 'updateOrganization') ?? (method === 'passkey' ? undefined : policyText.needsOwn);
  const change = async (requires: boolean): Promise<void> => {
    const answer = await run({ orgSlug, body: { requiresPasskey: requires } });
    if (!answer.ok) return;
    setAsks(false);
    notify(requires ? policyText.on : policyText.off);
  };
  return (
    <Section title={policyText.title} card>
      {problem !== undefined && !asks && <ProblemAlert problem={problem} />}
      <Checkbox
        label={policyText.label}
        help={refused ?? policyText.help}
        checked={requiresPasskey}
        disabled={refused !== undefined}
        onChange={({ target }) => {
          if (busy) return;
          reset();
          if (target.checked) setAsks(true);
          else void change(false);
        }}
      />
      {refused !== undefined && <Text kind="quiet">{policyText.help}</Text>}
      {asks && (
        <Confirm
          title={policyText.askTitle}
          action={policyText.askAction}
          busy={busy}
          problem={problem}
          onConfirm={() => void change(true)}
          onClose={() => setAsks(false)}
        >
          <Consequences lines={policyText.means} />
        </Confirm>
      )}
    </Section>
  );
}

const deleteText = deletion.organization;

/** Closes the organization, which is deleted after a grace period. All its pages then show that it is closed. */
export function DeleteOrganization() {
  const organization = useOrganization();
  const { slug: orgSlug, name } = organization;
  return (
    <Danger
      {...deleteText}
      refused={refusalOf(organization, 'deleteOrganization')}
      confirmation={(close) => (
        <ConfirmChange
          operation="deleteOrganization"
          input={{ orgSlug, body: { confirm: orgSlug } }}
          done={deleteText.done(name)}
          title={deleteText.askTitle(name)}
          action={deleteText.action}
          typed={orgSlug}
          onClose={close}
        >
          <Consequences lines={deleteText.means} />
        </ConfirmChange>
      )}
    />
  );
}
