import { Search } from 'lucide-react';
import { useState } from 'react';
import {
  Dialog as AriaDialog,
  Autocomplete,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { longest } from '../data/api-bounds.ts';
import { notify } from '../parts/toasts.tsx';
import { words } from '../words/words.ts';
import styles from './palette.module.css';
import { usePaletteSections } from './palette-sections.ts';

const text = words.frame.palette;

interface PaletteProps {
  readonly onClose: () => void;
  /** Keys typed before the field had the focus. */
  readonly takeTyped: () => string;
  /** Shows the keyboard shortcuts. */
  readonly help: () => void;
}

/** Searches the organization: pages, workspaces, integrations, people, keys and actions. */
export const Palette = ({ onClose, ...props }: PaletteProps) => (
  <ModalOverlay
    isOpen
    isDismissable
    onOpenChange={(open) => !open && onClose()}
    className={styles.overlay ?? ''}
    data-density="compact"
  >
    <Modal className={styles.modal ?? ''}>
      <AriaDialog className={styles.dialog ?? ''} aria-label={words.frame.search}>
        <Finder onClose={onClose} {...props} />
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);

function Finder({ onClose, takeTyped, help }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const { sections, searches, failed } = usePaletteSections(typed, help);
  const items = sections.flatMap((section) => section.items);
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField
        aria-label={words.frame.search}
        autoFocus
        onFocus={() => {
          const early = takeTyped();
          setTyped((last) => early + last);
        }}
        className={styles.field ?? ''}
      >
        <Search aria-hidden="true" />
        <Input className={styles.input ?? ''} placeholder={text.placeholder} maxLength={longest.search} />
      </SearchField>
      {failed && <p className={styles.failed}>{text.failed}</p>}
      {/* A stop of its own, for those who scroll by keyboard. */}
      <div className={styles.list} role="group" aria-label={text.found} tabIndex={0}>
        <Menu
          aria-label={text.found}
          className={styles.menu ?? ''}
          onAction={(key) => {
            const item = items.find((each) => each.key === key);
            onClose();
            if (item?.refused === undefined) item?.run();
            else notify(item.refused);
          }}
          renderEmptyState={() => (
            <span className={styles.none}>{searches ? text.searching : text.none(typed.trim())}</span>
          )}
        >
          {sections.map((section) => (
            <MenuSection key={section.name} id={section.name} className={styles.section ?? ''}>
              <Header className={styles.head ?? ''}>{text.sections[section.name]}</Header>
              {section.items.map((item) => (
                <MenuItem
                  key={item.key}
                  id={item.key}
                  textValue={item.label}
                  className={styles.item ?? ''}
                  data-refused={item.refused !== undefined}
                >
                  <bdi className={styles.label}>{item.label}</bdi>
                  {item.note !== undefined && <bdi className={styles.note}>{item.note}</bdi>}
                  {item.refused !== undefined && <span className={styles.reason}>{item.refused}</span>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </div>
      <div className={styles.foot}>
        <span role="status">{searches ? text.searching : text.count(items.length)}</span>
        <span className={styles.hints} aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {text.hints.move}
          </span>
          <span>
            <kbd>↵</kbd> {text.hints.open}
          </span>
          <span>
            <kbd>Esc</kbd> {text.hints.close}
          </span>
        </span>
      </div>
    </Autocomplete>
  );
}
