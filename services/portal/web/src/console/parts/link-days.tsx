import type { ComponentProps } from 'react';
import { Select } from '../../parts/select.tsx';
import { linkDays } from '../data/api-bounds.ts';
import { words } from '../words/words.ts';

const text = words.connectLink;

/** How long a new connect link works. */
export const LinkDays = (select: Omit<ComponentProps<typeof Select>, 'label' | 'options'>) => (
  <Select
    {...select}
    label={text.days}
    options={linkDays.map((days) => ({ value: String(days), label: text.dayCount(days) }))}
  />
);
