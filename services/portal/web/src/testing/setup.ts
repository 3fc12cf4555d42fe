import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { faults, fetchFromExamples, resetApi } from './api.ts';

/** The moment at which tests of components begin: shortly after the examples of the OpenAPI document. */
const now = new Date('2026-11-16T14:10:00.000Z');

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
// No style sheets are loaded. jsdom would look for the rules of every element whose name or place is asked for, which took a tenth of the time.
const style = getComputedStyle(document.body);
const getStyle = (): CSSStyleDeclaration => style;
vi.stubGlobal('getComputedStyle', getStyle);
if (document.defaultView !== null) document.defaultView.getComputedStyle = getStyle;

// React notes a stack trace for each element that it makes, up to 10,000 a second, for its complaints. These are complete without.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  readonly __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
};
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });

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
