import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useFilter } from '../../data/filters.ts';
import { Filter, Filters, SearchBox } from '../../parts/filter.tsx';
import { formatNumber, words } from '../../words/words.ts';
import styles from './integration-filters.module.css';
import { integrationStates } from './integration-state.ts';
import { found, type ListedIntegration, providersOf } from './list.ts';

const text = words.integrations;

interface IntegrationFilters {
  /** The filtered integrations. */
  readonly shown: readonly ListedIntegration[];
  readonly filters: ReactNode;
  readonly clear: () => void;
}

/** Filters by text, state and provider, kept in the URL. */
export function useIntegrationFilters(all: readonly ListedIntegration[]): IntegrationFilters {
  const navigate = useNavigate();
  const [search, setSearch] = useFilter('q');
  const [state, setState] = useFilter('state');
  const [provider, setProvider] = useFilter('provider');
  const rows = all.map(({ row }) => row);
  const wanted = new Set(found(rows, { search, provider }));
  const matching = all.filter(({ row }) => wanted.has(row));
  const options = [
    { value: '', label: text.all, count: matching.length },
    ...integrationStates.map((value) => ({
      value,
      label: text.state[value],
      count: matching.filter((each) => each.state === value).length,
    })),
  ];
  return {
    shown: matching.filter((each) => state === '' || each.state === state),
    clear: () => void navigate({ search: '' }, { replace: true }),
    filters: (
      <div className={styles.filters}>
        <Filters>
          <SearchBox label={text.search} value={search} onChange={setSearch} />
          <Filter
            label={text.provider}
            value={provider}
            onChange={setProvider}
            options={[{ value: '', label: text.allProviders }, ...providersOf(rows)]}
          />
        </Filters>
        <div className={styles.states} role="group" aria-label={text.states}>
          {options.map(({ value, label, count }) => (
            <button
              key={value}
              type="button"
              className={styles.state}
              aria-pressed={state === value}
              onClick={() => setState(value)}
            >
              {label} <span className={styles.count}>{formatNumber(count)}</span>
            </button>
          ))}
        </div>
      </div>
    ),
  };
}
