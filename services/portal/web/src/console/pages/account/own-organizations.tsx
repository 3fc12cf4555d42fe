import type { Schemas } from '@patchbay/client';
import { useState } from 'react';
import { Link } from 'react-router';
import { Alert } from '../../../parts/alert.tsx';
import { ButtonLink } from '../../../parts/button.tsx';
import { useRead } from '../../data/queries.ts';
import { Grid } from '../../parts/grid.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/page.tsx';
import { words } from '../../words/words.ts';
import { LeaveOrganization } from '../members/leave.tsx';
import styles from './account.module.css';

const text = words.account;

/** The organizations of the caller, with their keys there and a button to leave. */
export function OwnOrganizations() {
  const organizations = useRead('listOrganizations', {});
  const invitations = useRead('listMyInvitations', {});
  const pending = invitations.data?.invitations.length ?? 0;
  const [leaves, setLeaves] = useState<Schemas['Organization']>();
  return (
    <Section title={text.organizations}>
      {pending > 0 && (
        <Alert kind="information">
          {text.invitations(pending)} <Link to="/?all">{text.seeInvitations}</Link>
        </Alert>
      )}
      <Loaded query={organizations}>
        {({ organizations: all }) =>
          all.length === 0 ? (
            <Empty title={text.none} text={text.noneText}>
              <ButtonLink kind="other" href="/sign-up">
                {text.create}
              </ButtonLink>
            </Empty>
          ) : (
            <Grid
              label={text.organizations}
              rows={all}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: text.organization,
                  cell: ({ slug, name }) => (
                    <Link to={`/o/${slug}`} className={styles.name}>
                      <bdi>{name}</bdi>
                    </Link>
                  ),
                },
                {
                  head: text.role,
                  width: '8rem',
                  cell: ({ role }) => words.roles.organization[role]?.name ?? role,
                },
                {
                  head: text.keys,
                  width: '8rem',
                  cell: ({ slug, name }) => (
                    <Link to={`/o/${slug}/keys`} aria-label={text.keysOf(name)}>
                      {text.keys}
                    </Link>
                  ),
                },
                {
                  head: text.actions,
                  width: '6rem',
                  cell: (organization) => (
                    <button
                      type="button"
                      className={styles.action}
                      aria-label={text.leaveOf(organization.name)}
                      onClick={() => setLeaves(organization)}
                    >
                      {text.leave}
                    </button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {leaves !== undefined && (
        <LeaveOrganization
          organization={leaves}
          onLeft={() => setLeaves(undefined)}
          onClose={() => setLeaves(undefined)}
        />
      )}
    </Section>
  );
}
