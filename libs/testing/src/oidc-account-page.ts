import { type HtmlAnswer, html, htmlPage } from './html-page.ts';

/** Query parameters of the links of the page: the choice of the person. */
export const accountParameter = 'account';
export const denyParameter = 'deny';

interface Account {
  readonly sub: string;
  readonly name?: string;
  readonly email?: string;
}

/** The page on which a person chooses an account. Its links lead to the address of the page itself. */
export const accountPage = (name: string, accounts: readonly Account[]): HtmlAnswer =>
  htmlPage({
    title: `Simulated ${name}: choose an account`,
    content: html`<div class="card">
<div>
<h1>Simulated ${name}</h1>
<p class="quiet">This page stands in for ${name}. Nothing leaves this machine, and nobody asks for a password.</p>
</div>
<p>Choose an account to continue to Patchbay.</p>
<div class="actions">
${accounts.map(
  (account) =>
    html`<a class="button" href="?${new URLSearchParams({ [accountParameter]: account.sub }).toString()}">${[
      account.name,
      account.email,
    ]
      .filter(Boolean)
      .join(', ')}</a>`,
)}
<a class="button" href="?${denyParameter}=yes">Cancel</a>
</div>
</div>`,
  });
