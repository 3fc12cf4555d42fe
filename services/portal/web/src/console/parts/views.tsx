import { Ellipsis } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { parametersOf, useViews, type View } from '../data/views.ts';
import { words } from '../words/words.ts';
import { lazyPart, NotLoaded } from './lazy-part.tsx';
import { Menu } from './menu.tsx';
import styles from './views.module.css';

const text = words.common.views;

const ViewName = lazyPart(async () => (await import('./view-name.tsx')).ViewName, NotLoaded);

/**
 * The saved views of a list. A press shows one, another press shows the whole list again. `list` tells the lists of an organization apart,
 * by ids.
 */
export function Views({ list }: { readonly list: string }) {
  const { views, keep } = useViews(list);
  const { search } = useLocation();
  const navigate = useNavigate();
  /** The view that gets a name. Null: a new one. */
  const [named, setNamed] = useState<View | null>();
  if (views === undefined) return null;
  const parameters = parametersOf(search);
  const current = views.find((view) => view.parameters === parameters);
  const show = (next: string): void => void navigate({ search: next }, { replace: true });
  const setName = (name: string): boolean =>
    keep(
      named === null
        ? [...views, { name, parameters }]
        : views.map((view) => (view.name === named?.name ? { ...view, name } : view)),
    );
  const canSave = parameters !== '' && current === undefined;
  if (views.length === 0 && !canSave && named === undefined) return null;
  return (
    <div className={styles.views} role="group" aria-label={text.label}>
      {views.map((view) => (
        <button
          key={view.name}
          type="button"
          className={styles.view}
          aria-pressed={view === current}
          onClick={() => show(view === current ? '' : view.parameters)}
        >
          <bdi>{view.name}</bdi>
        </button>
      ))}
      {current !== undefined && (
        <Menu
          label={text.more(current.name)}
          actions={[
            { key: 'rename', label: text.rename, onAction: () => setNamed(current) },
            {
              key: 'delete',
              label: text.delete,
              danger: true,
              onAction: () => void keep(views.filter((view) => view !== current)),
            },
          ]}
        >
          <Ellipsis aria-hidden="true" />
        </Menu>
      )}
      {canSave && (
        <button type="button" className={styles.save} onClick={() => setNamed(null)}>
          {text.save}
        </button>
      )}
      <Suspense>
        {named !== undefined && (
          <ViewName
            views={views}
            view={named ?? undefined}
            onName={setName}
            onClose={() => setNamed(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}
