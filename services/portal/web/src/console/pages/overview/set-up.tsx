import type { Schemas } from '@patchbay/client';
import { Check } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Button } from '../../../parts/button.tsx';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { useRead } from '../../data/queries.ts';
import { words } from '../../words/words.ts';
import styles from './set-up.module.css';

const text = words.overview.setUp;

/** The first steps of a new organization. Hidden after the first integration. */
export function SetUp({ workspaces }: { readonly workspaces: readonly Schemas['Workspace'][] }) {
  const organization = useOrganization();
  const { slug: orgSlug, can } = organization;
  const navigate = useNavigate();
  const members = useRead(
    'listOrganizationMembers',
    { orgSlug },
    { enabled: can.includes('listOrganizationMembers') },
  ).data?.members;
  const invitations = useRead(
    'listOrganizationInvitations',
    { orgSlug },
    { enabled: can.includes('listOrganizationInvitations') },
  ).data?.invitations;
  const [only] = workspaces;
  const base = `/o/${orgSlug}`;
  const steps = [
    {
      ...text.workspace,
      done: only !== undefined,
      refused: refusalOf(organization, 'createWorkspace'),
      to: `${base}/workspaces?new=1`,
    },
    {
      ...text.people,
      done: (members?.length ?? 1) > 1 || (invitations?.length ?? 0) > 0,
      refused: refusalOf(organization, 'createOrganizationInvitation'),
      to: `${base}/members?open=invite`,
    },
    {
      ...text.system,
      ...(workspaces.length > 1 && { action: text.system.choose }),
      done: false,
      refused: only === undefined ? text.system.needsWorkspace : undefined,
      to: workspaces.length === 1 ? `${base}/w/${only?.slug}/integrations/new` : `${base}/workspaces`,
    },
  ];
  const next = steps.find(({ done }) => !done);
  return (
    <section className={styles.setUp}>
      <h2>{text.title}</h2>
      <p className={styles.lead}>{text.lead}</p>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.title} className={styles.step} data-done={step.done}>
            <span className={styles.mark} aria-hidden="true">
              {step.done ? <Check /> : index + 1}
            </span>
            <div className={styles.words}>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </div>
            {step.done ? (
              <span className={styles.done}>{text.done}</span>
            ) : (
              <Button
                kind={step === next ? 'main' : 'other'}
                refused={step.refused}
                onClick={() => void navigate(step.to)}
              >
                {step.action}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
