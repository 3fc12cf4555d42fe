import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { faults, fetchFromExamples, resetApi } from './api.ts';
import { now } from './now.ts';

/**
 * Set-up file of the tests of components. Their time stands still: `passes` moves it. Not faked is what brings answers and modules.
 */
const faked = [
  'Date',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'performance',
] as const;
vi.useFakeTimers({ now, toFake: [...faked] });

const settings = document.createElement('meta');
settings.name = 'patchbay-settings';
settings.content = JSON.stringify({
  apiUrl: 'https://api.patchbay.example',
  signInProviders: ['google', 'microsoft'],
});
document.head.append(settings);
document.documentElement.lang = 'en';

/** What jsdom lacks: it draws nothing, so nothing has a size. Rows of lists are as high as most are in a browser. */
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal('ResizeObserver', NoObserver);
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
vi.stubGlobal('scrollTo', () => undefined);
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 44 });
vi.stubGlobal('fetch', fetchFromExamples);

configure({
  // Whether something is seen is decided by style sheets, which are not loaded.
  defaultHidden: true,
  // An event is handled and drawn when its dispatch returns. Answers come with `settled`.
  asyncWrapper: (act) => act(),
});

const complaints: unknown[] = [];
vi.spyOn(console, 'error').mockImplementation((complaint: unknown) => {
  // A page that is left for another site stays.
  if (!String(complaint).includes('Not implemented: navigation')) complaints.push(complaint);
});

beforeEach(() => {
  vi.setSystemTime(now);
});

afterEach(async () => {
  cleanup();
  const { queries } = await import('../console/data/queries.ts');
  queries.clear();
  // Notices end by themselves.
  vi.advanceTimersByTime(60_000);
  vi.clearAllTimers();
  onlineManager.setOnline(true);
  localStorage.clear();
  sessionStorage.clear();
  resetApi();
  // React complains about what would be a mistake in a browser too.
  const found = [...complaints.splice(0), ...faults.splice(0)];
  if (found.length > 0) throw new Error(found.join('\n'));
});
