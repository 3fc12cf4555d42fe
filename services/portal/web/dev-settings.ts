import type { Plugin } from 'vite';

const placeholder = '{{settings}}';

/**
 * Gives the pages of the development server the settings that the running Portal gives its own: they call the same API. The value is
 * taken as it stands in the HTML there, with its entities.
 */
export const devSettings = (portal: string): Plugin => ({
  name: 'dev-settings',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      if (!html.includes(placeholder)) return html;
      const page = await fetch(portal).then(
        (response) => response.text(),
        () => '',
      );
      const settings = /name="patchbay-settings" content="([^"]*)"/.exec(page)?.[1];
      if (settings === undefined)
        throw new Error(
          `No Portal answers at ${portal}. Start the platform with PORTAL_URL=http://localhost:5173 make start, or DEMO_PORTAL_URL=http://localhost:5173 make demo; if its pages have another port, say so to the development server with PORTAL_PORT.`,
        );
      return html.replace(placeholder, () => settings);
    },
  },
});
