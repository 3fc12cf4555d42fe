import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { words } from '../../words/words.ts';
import type { DayStatus } from './status-days.ts';
import { Strip } from './strip.tsx';

const text = words.integrations.strip;
const statuses: readonly DayStatus[] = ['none', 'active', 'error', 'active'];
const days = statuses.map((status, index) => ({ start: new Date(2026, 10, 13 + index).getTime(), status }));

it('a strip has one shape for each status, says the days in words, and the tooltip is of the day under the pointer', () => {
  render(<Strip days={days} />);
  const strip = screen.getByRole('img');
  expect(strip.getAttribute('aria-label')).toContain(text.part(text.status.active, 2));
  expect([...strip.querySelectorAll('path')].map((path) => path.dataset['status'])).toEqual([
    'none',
    'active',
    'error',
  ]);
  strip.getBoundingClientRect = () => new DOMRect(100, 0, 40, 20);
  fireEvent.pointerMove(strip, { clientX: 125 });
  expect(strip.querySelector('title')?.textContent).toContain(text.status.error);
});
