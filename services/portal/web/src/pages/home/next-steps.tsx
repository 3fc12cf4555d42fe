import type { Schemas } from '../../api/answer.ts';
import { Command } from '../../parts/command.tsx';
import { Text } from '../../parts/text.tsx';
import { settings } from '../../settings.ts';
import { words } from '../../words/words.ts';
import styles from './home.module.css';

interface NextStepsProps {
  readonly organization: Pick<Schemas['Organization'], 'slug' | 'domain'>;
  /** The slug of the first workspace; undefined: there is none. */
  readonly workspace: string | undefined;
}

/** What an admin of an organization without integrations does next. Slugs need no quoting in a shell. */
export function NextSteps({ organization: { slug, domain = 'example.com' }, workspace }: NextStepsProps) {
  const { title, signIn, steps, done, noTerminal, reference, here } = words.home.next;
  const commands = {
    workspace: `patchbay workspace create --org ${slug} --name 'Brand campaigns' --slug brand-campaigns`,
    invite: `patchbay invitation create --org ${slug} --email alan@${domain} --role member`,
    connect: `patchbay integration create --org ${slug} --workspace ${workspace ?? 'brand-campaigns'} --provider google_ads --name 'Google Ads'`,
  };
  return (
    <>
      <h3>{title}</h3>
      <Text kind="quiet">{signIn}</Text>
      <Command>{`patchbay login --host ${settings.apiUrl}`}</Command>
      <ol className={styles.steps}>
        {(['workspace', 'invite', 'connect'] as const).map((step) => (
          <li key={step}>
            <Text>{steps[step]}</Text>
            {step === 'workspace' && workspace !== undefined ? (
              <Text kind="quiet">{done}</Text>
            ) : (
              <Command>{commands[step]}</Command>
            )}
          </li>
        ))}
      </ol>
      <Text kind="quiet">
        {noTerminal} <a href={`${settings.apiUrl}/docs`}>{reference}</a>, {here}
      </Text>
    </>
  );
}
