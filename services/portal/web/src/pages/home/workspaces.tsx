import { useEffect, useRef, useState } from 'react';
import { type Answer, answerOf, type Schemas } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Command } from '../../parts/command.tsx';
import { Fold } from '../../parts/fold.tsx';
import { Progress } from '../../parts/loading.tsx';
import { ProblemAlert, TryAgain } from '../../parts/problem.tsx';
import { Name, Text } from '../../parts/text.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { formatDateTime, words } from '../../words/words.ts';
import { countStates, endsSoon, integrationStates, stateOf } from './integration-state.ts';
import { NextSteps } from './next-steps.tsx';
import { States } from './states.tsx';

/** More are listed by the command line. Each costs a list, and the gateway lets 16 lists of a caller wait: it refuses more (list-turns.ts). */
const mostShown = 16;

interface Shown {
  readonly workspace: Schemas['Workspace'];
  readonly integrations: Answer<Schemas['IntegrationList']>;
}

interface Overview {
  /** Those that need attention first. */
  readonly shown: readonly Shown[];
  readonly total: number;
}

const integrationsOf = ({ integrations }: Shown) => (integrations.ok ? integrations.data.integrations : []);

async function loadOverview(orgSlug: string, wanted: string | undefined): Promise<Overview> {
  const { workspaces } = await api.listWorkspaces({ orgSlug });
  const rank = ({ slug }: Schemas['Workspace']): number => (slug === wanted ? 0 : 1);
  const shown = await Promise.all(
    workspaces
      .toSorted((one, other) => rank(one) - rank(other))
      .slice(0, mostShown)
      .map(async (workspace) => ({
        workspace,
        integrations: await answerOf(api.listIntegrations({ orgSlug, workspaceSlug: workspace.slug })),
      })),
  );
  const attentionIn = (each: Shown): number =>
    integrationsOf(each).filter((integration) => stateOf(integration, Date.now()) === 'attention').length;
  return {
    shown: shown.toSorted((one, other) => attentionIn(other) - attentionIn(one)),
    total: workspaces.length,
  };
}

interface WorkspacesProps {
  readonly organization: Schemas['Organization'];
  /** Whether they are loaded and shown at once. */
  readonly open: boolean;
  /** The slug of the workspace that somebody came for. */
  readonly wanted: string | undefined;
}

/** The workspaces of an organization that the caller can see. Nothing is loaded before it is opened. */
export function Workspaces({ organization, open: startsOpen, wanted }: WorkspacesProps) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <Fold summary={<h3>{words.home.workspaces.title}</h3>} open={open} onToggle={setOpen}>
      {open && <List organization={organization} wanted={wanted} />}
    </Fold>
  );
}

function List({ organization, wanted }: Omit<WorkspacesProps, 'open'>) {
  const { slug, role } = organization;
  const loaded = useLoaded(() => answerOf(loadOverview(slug, wanted)), [slug, wanted]);
  if (loaded.state === 'loading') return <Progress />;
  if (loaded.state === 'failed') {
    return (
      <>
        <ProblemAlert problem={loaded.problem} />
        <TryAgain problem={loaded.problem} onClick={loaded.reload} />
      </>
    );
  }
  const { shown, total } = loaded.data;
  const text = words.home.workspaces;
  const isNew =
    role === 'admin' && shown.every((each) => each.integrations.ok && integrationsOf(each).length === 0);
  return (
    <>
      {total === 0 && <Text kind="quiet">{role === 'guest' ? text.noneForGuest : text.none}</Text>}
      {shown.map((each) => (
        <Workspace key={each.workspace.id} {...each} wanted={each.workspace.slug === wanted} />
      ))}
      {total > shown.length && (
        <>
          <Text kind="quiet">{text.more(total - shown.length)}</Text>
          <Command>{`patchbay workspace list --org ${slug}`}</Command>
        </>
      )}
      {isNew && <NextSteps organization={organization} workspace={shown[0]?.workspace.slug} />}
    </>
  );
}

interface WorkspaceProps extends Shown {
  /** Opened and focused. */
  readonly wanted: boolean;
}

function Workspace({ workspace, integrations, wanted }: WorkspaceProps) {
  const [now] = useState(() => Date.now());
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (wanted) summary.current?.focus();
  }, [wanted]);
  const { noIntegrations, notLoaded, counts, states, ends } = words.home.workspaces;
  const all = integrations.ok ? integrations.data.integrations : [];
  const rows = all
    .map((integration) => ({ integration, state: stateOf(integration, now) }))
    .toSorted((one, other) => integrationStates.indexOf(one.state) - integrationStates.indexOf(other.state));
  const head = (
    <>
      <Name>{workspace.name}</Name> · {words.invitation.workspaceRoles[workspace.role].name}
      {rows.length === 0 ? (
        <Text kind="quiet">{integrations.ok ? noIntegrations : notLoaded}</Text>
      ) : (
        <States
          states={countStates(rows.map(({ state }) => state)).map(({ state, count }) => ({
            key: state,
            state,
            text: counts[state](count),
          }))}
        />
      )}
    </>
  );
  return (
    <Fold summary={head} open={wanted} ref={summary}>
      {!integrations.ok && <ProblemAlert problem={integrations.problem} />}
      {rows.map(({ integration, state }) => {
        const { id, name, providerName, statusDetail, lastError, authorizationEndsAt } = integration;
        const reason = statusDetail ?? lastError;
        return (
          <div key={id}>
            <Name>{name}</Name> · {providerName}
            <States states={[{ key: id, state, text: states[state] }]} />
            {state === 'attention' && reason !== null && <Text kind="quiet">{reason}</Text>}
            {state === 'attention' && authorizationEndsAt !== null && endsSoon(integration, now) && (
              <Text kind="quiet">{ends(formatDateTime(authorizationEndsAt))}</Text>
            )}
          </div>
        );
      })}
    </Fold>
  );
}
