import { AxeBuilder } from '@axe-core/playwright';
import { provideBrowser } from '@patchbay/servers/browser';
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core';

/** A Chromium that calls no servers of its maker. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = await provideBrowser(process.env, (line) => process.stderr.write(`${line}\n`));
  return chromium.launch({
    ...options,
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** What axe finds wrong with the page. */
export async function accessibilityOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
