import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { apiAt } from '../api.ts';
import { type SignUp, signUpAndIn } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';
import { closePages, openContext, sharedBrowser } from '../portal/browser.ts';

/** The reference page of the API in a browser, opened by somebody who is signed in. */
export interface Reference {
  readonly platform: Platform;
  /** The session of the person. */
  readonly token: string;
  readonly page: Page;
  /** What the browser has asked for. */
  readonly requestedUrls: readonly string[];
  /** What it has complained about: errors, warnings, violations of the policy. */
  readonly complaints: readonly string[];
  /** Another page, of nobody. Nothing is opened there yet. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Opens the page, and waits until the reference is shown. */
export async function show({ platform }: Pick<Reference, 'platform'>, page: Page, hash = ''): Promise<void> {
  await page.goto(`${platform.address}/docs${hash}`);
  await page.locator('section').first().waitFor();
}

export async function openReference(person: SignUp): Promise<Reference> {
  const [platform, browser]: [Platform, Browser] = await Promise.all([sharedPlatform(), sharedBrowser()]);
  const requestedUrls: string[] = [];
  const complaints: string[] = [];
  const newPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await openContext(browser, { viewport: { width: 1440, height: 900 }, ...options });
    await context.exposeFunction('reportViolation', (violation: string) => complaints.push(violation));
    await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`);
    const opened = await context.newPage();
    opened.on('request', (request) => requestedUrls.push(request.url()));
    opened.on('console', (message) => {
      // The browser reports every answer of 4xx as an error, and the page asks who is signed in.
      const isRefused = message.location().url === `${platform.address}/v1/me`;
      if (['error', 'warning'].includes(message.type()) && !isRefused) complaints.push(message.text());
    });
    opened.on('pageerror', (error) => complaints.push(error.message));
    return opened;
  };
  const api = apiAt(platform.address);
  const token = await signUpAndIn(api, platform.smtp, person);
  const workspace = { name: 'Spring', slug: 'spring' };
  await api.withSession(token).post(`/v1/organizations/${person.organizationSlug}/workspaces`, workspace);
  const page = await newPage({ colorScheme: 'light' });
  const cookie = { name: 'patchbay_session', value: token, url: platform.address, httpOnly: true };
  await page.context().addCookies([cookie]);
  // The page waits five seconds for the slugs of the caller; a slow machine may take longer.
  await page.addInitScript(`const wait = setTimeout;
    globalThis.setTimeout = (work, ms, ...more) => wait(work, ms === 5_000 ? 600_000 : ms, ...more)`);
  await show({ platform }, page);
  const close = () => closePages(browser);
  return { platform, token, page, requestedUrls, complaints, newPage, close };
}

/** The link of an operation in the side bar. */
export const linkTo = ({ page }: Reference, operation: string): Locator =>
  page.locator(`aside a[href$="/${operation}"]`);

/** Opens every group of the side bar, which shows the operations of the first one only. */
export const openGroups = ({ page }: Reference): Promise<void> =>
  page.evaluate(`(async () => {
    const closed = () => document.querySelectorAll('aside button[aria-expanded="false"]');
    while (closed().length > 0) {
      for (const button of closed()) button.click();
      await new Promise(requestAnimationFrame);
    }
  })()`);

/** Shows an operation, as its link in the side bar does. */
export async function showOperation(reference: Reference, operation: string): Promise<Locator> {
  await linkTo(reference, operation).click();
  const section = reference.page.locator(`section[id$="/${operation}"]`);
  await section.getByRole('button', { name: 'Test Request' }).waitFor();
  return section;
}

/** Sends the example of an operation from the page; resolves with the text of the answer. */
export async function tryIt(reference: Reference, operation: string): Promise<string> {
  const section = await showOperation(reference, operation);
  await section.getByRole('button', { name: 'Test Request' }).click();
  const dialog = reference.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send' }).first().click();
  await dialog.getByText(/^\d{3} [A-Z]/).waitFor();
  const text = await dialog.innerText();
  await reference.page.keyboard.press('Escape');
  return text;
}
