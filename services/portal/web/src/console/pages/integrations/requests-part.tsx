import type { Schemas } from '../../../api/answer.ts';
import { Button } from '../../../parts/button.tsx';
import { Text } from '../../../parts/text.tsx';
import { useFilter } from '../../data/filters.ts';
import { usePages } from '../../data/queries.ts';
import { Time } from '../../parts/cells.tsx';
import { Filter } from '../../parts/filter.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PanelPart } from '../../parts/panel.tsx';
import { requests as text } from '../../words/en/requests.ts';
import { formatNumber } from '../../words/words.ts';
import { type PanelProps, Rows } from './panel-parts.tsx';

type Request = Schemas['RelayedRequest'];

const outcomes = ['answered', 'refused', 'failed'] as const;

const Details = ({ at, outcome, status, detail, caller, account, durationMs }: Request) => (
  <>
    {text[outcome](status)}
    {detail !== null && `: ${detail}`}
    <br />
    {[
      caller.apiKeyPrefix === null ? caller.name : `${caller.apiKeyPrefix}…`,
      account !== null && text.account(account),
      text.took(formatNumber(durationMs)),
    ]
      .filter(Boolean)
      .join(' · ')}
    {' · '}
    <Time at={at} />
  </>
);

/** The last requests that were sent through the integration, and those that were refused. */
export function RequestsPart({ at }: PanelProps) {
  const [chosen, choose] = useFilter('outcome');
  const outcome = outcomes.find((each) => each === chosen);
  const { query, rows, more } = usePages('listRelayedRequests', 'requests', {
    ...at,
    ...(outcome !== undefined && { outcome }),
    limit: 20,
  });
  return (
    <PanelPart
      title={text.title}
      aside={
        <Filter
          label={text.outcome}
          value={outcome ?? ''}
          options={[
            { value: '', label: text.outcomes.all },
            ...outcomes.map((value) => ({ value, label: text.outcomes[value] })),
          ]}
          onChange={choose}
        />
      }
    >
      <Loaded query={{ ...query, data: rows }}>
        {(requests) =>
          requests.length === 0 ? (
            <Text kind="quiet">{outcome === undefined ? text.none : text.noMatch[outcome]}</Text>
          ) : (
            <>
              <Rows
                label={text.title}
                rows={requests.map((request) => ({
                  key: request.id,
                  name: `${request.method} ${request.api}${request.path}`,
                  details: <Details {...request} />,
                }))}
              />
              {query.hasNextPage && (
                <Button kind="other" busy={query.isFetchingNextPage} onClick={more}>
                  {text.more}
                </Button>
              )}
              <Text kind="quiet">{text.kept}</Text>
            </>
          )
        }
      </Loaded>
    </PanelPart>
  );
}
