import { useLocation, useNavigate, useParams } from 'react-router';
import { Button } from '../../../parts/button.tsx';
import { refusalOf, useOrganization } from '../../data/access.tsx';
import { useFilter } from '../../data/filters.ts';
import { useRead } from '../../data/queries.ts';
import { Filter, Filters, SearchBox } from '../../parts/filter.tsx';
import { Grid } from '../../parts/grid.tsx';
import { Empty, Loaded } from '../../parts/loaded.tsx';
import { ConsolePage } from '../../parts/page.tsx';
import { Views } from '../../parts/views.tsx';
import { words } from '../../words/words.ts';
import { keyColumns } from './key-columns.tsx';
import { type ApiKey, filterKeys } from './key-facts.ts';
import { KeyPanel } from './key-panel.tsx';
import { NewKey } from './new-key.tsx';

const text = words.keys;

const statuses = [
  { value: '', label: text.usable },
  ...Object.entries(text.statuses).map(([value, label]) => ({ value, label })),
  { value: 'any', label: text.anyStatus },
];
const levels = [
  { value: '', label: text.anyLevel },
  ...Object.entries(text.levels).map(([value, { filter }]) => ({ value, label: filter })),
];

/** The API keys that the caller may see, with the panel of one. */
export function KeysPage() {
  const organization = useOrganization();
  const { slug } = organization;
  const { id } = useParams();
  const navigate = useNavigate();
  const { search: filters } = useLocation();
  const query = useRead('listApiKeys', { orgSlug: slug });
  const [search, setSearch] = useFilter('q');
  const [status, setStatus] = useFilter('status');
  const [level, setLevel] = useFilter('level');
  const [creates, setCreates] = useFilter('new');
  const pathOf = ({ id: key }: ApiKey): string => `/o/${slug}/keys/${key}${filters}`;
  // Replaces the history entry, so that Back does not open the panel again.
  const closePanel = (): void => void navigate(`/o/${slug}/keys${filters}`, { replace: true });
  const create = (
    <Button refused={refusalOf(organization, 'createApiKey')} onClick={() => setCreates('1')}>
      {text.create}
    </Button>
  );
  return (
    <ConsolePage
      title={text.title}
      lead={text.lead}
      actions={create}
      panel={
        id !== undefined && (
          <KeyPanel
            key={id}
            orgSlug={slug}
            id={id}
            isListed={query.isLoadingError || query.data?.apiKeys.some((key) => key.id === id)}
            onClose={closePanel}
            onRotated={(key) => void navigate(`/o/${slug}/keys/${key}${filters}`)}
          />
        )
      }
    >
      <Loaded query={query}>
        {({ apiKeys }) => {
          if (apiKeys.length === 0) return <Empty title={text.none} text={text.noneText} />;
          const found = filterKeys(apiKeys, { status, level, search });
          return (
            <>
              <Filters>
                <SearchBox label={text.search} value={search} onChange={setSearch} />
                <Filter label={text.statusFilter} value={status} options={statuses} onChange={setStatus} />
                <Filter label={text.levelFilter} value={level} options={levels} onChange={setLevel} />
              </Filters>
              <Views list="keys" />
              {found.length === 0 ? (
                <p role="status">{text.noMatch}</p>
              ) : (
                <Grid
                  label={text.title}
                  rows={found}
                  keyOf={(key) => key.id}
                  open={id}
                  onOpen={(key) => void navigate(pathOf(key))}
                  columns={keyColumns(pathOf)}
                />
              )}
            </>
          );
        }}
      </Loaded>
      {creates !== '' && (
        <NewKey
          orgSlug={slug}
          onClose={() => setCreates('')}
          onCreated={(key) => void navigate(`/o/${slug}/keys/${key}`)}
        />
      )}
    </ConsolePage>
  );
}
