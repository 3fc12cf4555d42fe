import { runningPostgres } from '@patchbay/servers/postgres';
import { Client } from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { aims } from './aims.ts';
import { launchBrowser, slowDown, slowPhoneText, startEmbedded } from './embedded.ts';
import { judge, median, percentile, progress, report } from './report.ts';
import type { Settings } from './settings.ts';

const crowd = { members: 9_999, integrations: 1_000 } as const;

const insertMembers = `
  with crowd as (
    insert into organization.people (user_id, email, name)
    select gen_random_uuid(), 'crowd-' || number || '@crowd.example', 'Crowd ' || number
    from generate_series(1, $1::int) as number returning user_id
  )
  insert into organization.members (id, organization_id, user_id, role)
  select gen_random_uuid(), o.id, user_id, 'viewer' from crowd, organization.organizations o where o.slug = 'acme'`;

const insertIntegrations = `
  insert into integration.integrations (id, workspace_id, provider, name, status, connected_at, connected_account)
  select gen_random_uuid(), w.id, 'criteo', 'Integration ' || number, 'active'::integration.integration_status, now(), 'Account'
  from integration.workspaces w, generate_series(1, $1::int) as number where w.slug = 'north'`;

/** Scrolls by the wheel and returns the milliseconds between frames. */
async function framesOf(page: Page): Promise<number[]> {
  await page.mouse.move(640, 400);
  await page.evaluate(`window.frames_ = [];
    (function next(last) { requestAnimationFrame((now) => { frames_.push(now - last); next(now); }); })(performance.now())`);
  for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, 400);
  return page.evaluate<number[]>('frames_.slice(1)');
}

const firstRow = '[role="row"][data-index]';

/** Milliseconds from the request for a page until its first row is seen. */
async function untilFirstRow(context: BrowserContext, address: string, slow: boolean): Promise<number> {
  const page = await context.newPage();
  if (slow) await slowDown(context, page);
  await page.addInitScript(`window.seen = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('${firstRow}') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    }).observe(document, { childList: true, subtree: true });
  })`);
  await page.goto(address, { waitUntil: 'commit' });
  return page.evaluate<number>('seen');
}

const signedIn = (
  browser: Browser,
  headers: Readonly<Record<string, string>>,
  viewport: { width: number; height: number },
) =>
  browser.newContext({
    viewport,
    storageState: {
      cookies: [
        {
          name: 'patchbay_session',
          value: (headers['authorization'] ?? '').replace('Bearer ', ''),
          domain: 'localhost',
          path: '/',
          expires: -1,
          httpOnly: true,
          secure: false,
          sameSite: 'Lax',
        },
      ],
      origins: [],
    },
  });

/** Opens lists of the console with an empty cache, and scrolls them: short ones first, then the same ones with thousands of rows. */
export async function benchConsole(directory: string, { rounds }: Settings): Promise<void> {
  progress('console');
  const { call, admin, integrations, pages, postgres } = await startEmbedded(directory);
  for (let count = 0; count < 10; count += 1)
    await call('POST', integrations, { provider: 'google_ads', name: `Integration ${count}` }, admin);
  const browser = await launchBrowser();
  const desk = { width: 1280, height: 800 };
  const lists = { integrations: `${pages}/o/acme/w/north/integrations`, members: `${pages}/o/acme/members` };

  const first = { here: [] as number[], phone: [] as number[] };
  for (let round = -1; round < rounds; round += 1)
    for (const slow of [false, true]) {
      const context = await signedIn(browser, admin, slow ? { width: 390, height: 844 } : desk);
      const ms = await untilFirstRow(context, lists.integrations, slow);
      // The first visits warm the platform up.
      if (round >= 0) first[slow ? 'phone' : 'here'].push(ms);
      await context.close();
    }
  report(
    `Console: until the first row of ten is seen, with an empty cache, median of ${rounds}. Slow phone: ${slowPhoneText}.`,
    ['where', 'ms', 'aim'],
    [
      [
        'here',
        median(first.here).toFixed(0),
        judge('first list', median(first.here), aims.console.listMs, ' ms'),
      ],
      [
        'slow phone',
        median(first.phone).toFixed(0),
        judge('first list on a slow phone', median(first.phone), aims.console.phoneListMs, ' ms'),
      ],
    ],
  );

  const framesAt = async (address: string): Promise<number[]> => {
    const context = await signedIn(browser, admin, desk);
    const page = await context.newPage();
    await page.goto(address);
    await page.locator(firstRow).first().waitFor();
    const frames = await framesOf(page);
    await context.close();
    return frames;
  };
  const short = await framesAt(lists.integrations);
  const client = new Client({ connectionString: await runningPostgres(postgres) });
  await client.connect();
  await client.query(insertMembers, [crowd.members]);
  await client.query(insertIntegrations, [crowd.integrations]);
  await client.end();
  const rows = [
    ['10 integrations', short],
    ['1,000 integrations', await framesAt(lists.integrations)],
    ['10,000 members', await framesAt(lists.members)],
  ] as const;
  const base = percentile(short, 0.95);
  report(
    'Console: milliseconds between frames while a list is scrolled by the wheel.',
    ['list', 'frames', 'median', 'p95', 'ratio', 'aim'],
    rows.map(([name, frames]) => {
      const ratio = percentile(frames, 0.95) / base;
      return [
        name,
        String(frames.length),
        median(frames).toFixed(1),
        percentile(frames, 0.95).toFixed(1),
        ratio.toFixed(2),
        judge(`frames of ${name}`, ratio, aims.console.frameRatio, ''),
      ];
    }),
  );
}
