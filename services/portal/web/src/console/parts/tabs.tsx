import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import styles from './tabs.module.css';

interface TabsProps {
  /** What the tabs are about, for screen readers. */
  readonly label: string;
  readonly tabs: readonly {
    readonly key: string;
    readonly text: string;
    readonly content: () => ReactNode;
  }[];
  /** The key of the one that is open. Another value: the first. */
  readonly open: string;
  readonly onOpen: (key: string) => void;
}

/** Parts of which one is shown at a time. Arrows move between them. */
export const Tabs = ({ label, tabs, open, onOpen }: TabsProps) => (
  <AriaTabs
    className={styles.tabs ?? ''}
    selectedKey={tabs.find(({ key }) => key === open)?.key ?? tabs[0]?.key ?? ''}
    onSelectionChange={(key) => onOpen(String(key))}
  >
    <TabList aria-label={label} className={styles.list ?? ''}>
      {tabs.map(({ key, text }) => (
        <Tab key={key} id={key} className={styles.tab ?? ''}>
          {text}
        </Tab>
      ))}
    </TabList>
    {tabs.map(({ key, content }) => (
      <TabPanel key={key} id={key} className={styles.panel ?? ''}>
        {content}
      </TabPanel>
    ))}
  </AriaTabs>
);
