import { Facts } from '../../../parts/facts.tsx';
import { ProblemAlert } from '../../../parts/problem.tsx';
import { Select } from '../../../parts/select.tsx';
import { Text } from '../../../parts/text.tsx';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { useOptimisticValue } from '../../data/optimistic-value.ts';
import { useChange } from '../../data/queries.ts';
import { ConsolePage, Section } from '../../parts/page.tsx';
import { notify } from '../../parts/toasts.tsx';
import { words } from '../../words/words.ts';
import { DeleteOrganization } from './delete-organization.tsx';
import { Identifiers } from './identifiers.tsx';
import { NameForm } from './name-form.tsx';
import { PasskeyPolicy } from './passkey-policy.tsx';
import styles from './settings.module.css';

const text = words.settings;

/** The settings of an organization: its name, the role of people who join by domain, and the demand for passkeys. */
export function SettingsPage() {
  const organization = useOrganization();
  const { slug: orgSlug, name } = organization;
  const rename = useChange('updateOrganization');
  return (
    <ConsolePage title={text.title} lead={text.organization.lead}>
      <Section title={text.organization.general}>
        <div className={styles.card}>
          <NameForm
            draftName={`o/${organization.id}/settings`}
            label={text.name}
            help={text.organization.nameHelp}
            wrong={text.nameError}
            most={100}
            name={name}
            refused={refusalOf(organization, 'updateOrganization')}
            busy={rename.busy}
            problem={rename.problem}
            saved={text.saved}
            onSave={(typed) => rename.run({ orgSlug, body: { name: typed } })}
          />
        </div>
      </Section>
      <Section title={text.organization.domain}>
        <div className={styles.card}>
          {organization.domain === undefined ? (
            <Text>{text.organization.noDomain}</Text>
          ) : (
            <Joining domain={organization.domain} />
          )}
        </div>
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
