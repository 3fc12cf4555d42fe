import type { Schemas } from '@patchbay/client';
import { Search } from 'lucide-react';
import {
  Autocomplete,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  SearchField,
} from 'react-aria-components';
import { useNavigate } from 'react-router';
import { providerWords } from '../../../pages/connect/provider-words.ts';
import { Mark } from '../../../parts/monogram.tsx';
import { settings } from '../../../settings.ts';
import { words as pageWords } from '../../../words/words.ts';
import { useFilter } from '../../data/filters.ts';
import box from '../../parts/search-box.module.css';
import { newIntegration as newIntegrationWords } from '../../words/en/new-integration.ts';
import { findProviders } from './find-providers.ts';
import styles from './provider-grid.module.css';

const text = newIntegrationWords;

type Provider = Schemas['Provider'];

/** What connecting will be like for the client, or why it cannot be chosen. */
function noteOf({ provider, name, authMethod, configured }: Provider): string {
  if (!configured) return text.notSetUp;
  if (authMethod !== 'oauth') return text.credentials;
  return text.consent(providerWords(pageWords.providers, provider).login ?? name);
}

interface ProviderGridProps {
  readonly providers: readonly Provider[];
  /** Whether none can be chosen. */
  readonly refused: boolean;
}

/** Every provider, by category. Typing finds some, arrows move between them, Enter chooses. */
export function ProviderGrid({ providers, refused }: ProviderGridProps) {
  const navigate = useNavigate();
  const [search, setSearch] = useFilter('q');
  const found = findProviders(providers, search, text.categories);
  const isOff = ({ configured }: Provider): boolean => refused || !configured;
  return (
    <Autocomplete inputValue={search} onInputChange={setSearch}>
      <SearchField className={box.box ?? ''} aria-label={text.search}>
        <Search aria-hidden="true" />
        <Input className={box.input ?? ''} placeholder={text.search} autoComplete="off" spellCheck="false" />
      </SearchField>
      <ListBox
        className={styles.list ?? ''}
        aria-label={text.providers}
        layout="grid"
        selectionMode="none"
        disabledKeys={providers.filter(isOff).map(({ provider }) => provider)}
        onAction={(provider) => void navigate(`?${new URLSearchParams({ provider: String(provider) })}`)}
        renderEmptyState={() => <p>{text.notFound(search.trim())}</p>}
      >
        {found.map(({ category, providers: own }) => (
          <ListBoxSection key={category} id={category} className={styles.section ?? ''}>
            <Header className={styles.head ?? ''}>
              <span className={styles.category}>{text.categories[category].name}</span>{' '}
              <span className={styles.note}>{text.categories[category].note}</span>
            </Header>
            {own.map((provider) => (
              <ListBoxItem
                key={provider.provider}
                id={provider.provider}
                textValue={provider.name}
                className={styles.tile ?? ''}
              >
                <Mark name={provider.name} mark={settings.marks?.[provider.provider]} />
                <span className={styles.words}>
                  <span className={styles.name}>{provider.name}</span>{' '}
                  <span className={styles.note}>{noteOf(provider)}</span>
                </span>
              </ListBoxItem>
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
    </Autocomplete>
  );
}
