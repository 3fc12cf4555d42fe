import { useCallback, useEffect, useState } from 'react';
import { Autocomplete, Input, Menu, MenuItem, SearchField } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { useOrganization } from '../data/access.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { words } from '../words/words.ts';
import styles from './palette.module.css';

export interface PaletteState {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Opens with ⌘K or Ctrl-K. */
export function usePalette(): PaletteState {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return { isOpen, open, close };
}

/** Finds pages of the organization by a few letters. */
export const Palette = ({ isOpen, close }: PaletteState) => (isOpen ? <OpenPalette close={close} /> : null);

function OpenPalette({ close }: { readonly close: () => void }) {
  const { slug } = useOrganization();
  const navigate = useNavigate();
  const { pages } = words.frame;
  const items = [
    { to: `/o/${slug}`, text: pages.overview },
    { to: `/o/${slug}/workspaces`, text: pages.workspaces },
    { to: `/o/${slug}/members`, text: pages.members },
    { to: `/o/${slug}/keys`, text: pages.keys },
    { to: `/o/${slug}/trail`, text: pages.trail },
    { to: `/o/${slug}/developers`, text: pages.developers },
    { to: `/o/${slug}/settings`, text: pages.settings },
  ];
  const [text, setText] = useState('');
  const found = items.filter((item) => item.text.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <Dialog title={words.frame.search} onClose={close}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField aria-label={words.frame.search} autoFocus>
          <Input className={styles.input ?? ''} />
        </SearchField>
        <Menu
          className={styles.list ?? ''}
          items={found}
          onAction={(to) => {
            close();
            void navigate(String(to));
          }}
        >
          {(item) => (
            <MenuItem id={item.to} className={styles.item ?? ''}>
              {item.text}
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}
