import type { Browser } from 'playwright-core';
import { aims } from './aims.ts';
import { launchBrowser, slowDown, slowPhoneText, startEmbedded } from './embedded.ts';
import { judge, median, progress, report } from './report.ts';
import type { Settings } from './settings.ts';

/** By consent, and by a form with a choice. */
const providers = ['google_ads', 'the_trade_desk'];

/** Notes in the page, before its own scripts run, what a person sees when. */
const observe = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  window.heading = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      // The heading of a page that still loads has no tabindex.
      if (document.querySelector('h1[tabindex]') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    }).observe(document, { childList: true, subtree: true });
  });`;

interface Visit {
  /** Milliseconds since the request for the page. */
  readonly paint: number;
  readonly heading: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  /** As sent, with headers, until the heading is seen. */
  readonly bytes: Readonly<Record<'Document' | 'Script' | 'Stylesheet' | 'Font', number>>;
}

/** The embedded platform with one connect link for each provider: their addresses. */
async function startLinks(directory: string): Promise<string[]> {
  const { call, admin, providers: simulated, integrations } = await startEmbedded(directory);
  const links: string[] = [];
  for (const provider of providers) {
    const { settings } = simulated.of(provider).simulator.ways[0];
    const { connectUrl } = await call('POST', integrations, { provider, name: 'Nordlicht', settings }, admin);
    links.push(String(connectUrl));
  }
  return links;
}

/** Opens a page in a new browser profile, as on a slow phone. */
async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const session = await slowDown(context, page);
    const bytes = { Document: 0, Script: 0, Stylesheet: 0, Font: 0 };
    const kinds = new Map<string, string>();
    session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) as keyof typeof bytes;
      if (kind in bytes) bytes[kind] += encodedDataLength;
    });
    await page.addInitScript(observe);
    await page.goto(address, { waitUntil: 'commit' });
    const heading = await page.evaluate<number>('heading');
    const atHeading = { ...bytes };
    await page.waitForLoadState('networkidle');
    const paint = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0].startTime",
    );
    return { paint, heading, shift: await page.evaluate<number>('shift'), bytes: atHeading };
  } finally {
    await context.close();
  }
}

/** Opens connect links on a slow phone, each time with an empty cache. The first visit does not count. */
export async function benchPages(directory: string, { rounds }: Settings): Promise<void> {
  progress('pages');
  const links = await startLinks(directory);
  const browser = await launchBrowser();
  await visit(browser, links[0] ?? '');
  const visits = links.map((): Visit[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, link] of links.entries()) visits[index]?.push(await visit(browser, link));
  const kB = (bytes: number): string => (bytes / 1_000).toFixed(1);
  report(
    `Pages: connect links on a slow phone (${slowPhoneText}), median of ${rounds}. kB as sent before the heading is seen.`,
    ['link', 'first paint ms', 'aim', 'heading ms', 'aim', 'shift', 'HTML', 'scripts', 'styles', 'fonts'],
    providers.map((provider, index) => {
      const of = (figure: (visit: Visit) => number): number => median((visits[index] ?? []).map(figure));
      const [paint, heading] = [of((each) => each.paint), of((each) => each.heading)];
      return [
        provider,
        paint.toFixed(0),
        judge(`first paint of ${provider}`, paint, aims.pages.paintMs, ' ms'),
        heading.toFixed(0),
        judge(`heading of ${provider}`, heading, aims.pages.headingMs, ' ms'),
        of(({ shift }) => shift).toFixed(3),
        ...(['Document', 'Script', 'Stylesheet', 'Font'] as const).map((kind) =>
          kB(of(({ bytes }) => bytes[kind])),
        ),
      ];
    }),
  );
}
