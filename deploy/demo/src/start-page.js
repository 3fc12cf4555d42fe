/** The live parts of the start page. It asks the demo for news while somebody looks at it. */
const pollMs = 1500;
const shown = 5;

const $ = (selector) => document.querySelector(selector);
const $$ = (selector) => [...document.querySelectorAll(selector)];

function create(name, className, ...children) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

/* The chain: docs/audit-proof.md explains what is computed. */

/** The whole trail, oldest first. */
const entries = [];
/** The sequence of the entry that somebody has changed here; 0: none. */
let changed = 0;

const sorted = (_name, value) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

async function hashOf(entry) {
  const text = new TextEncoder().encode(JSON.stringify({ ...entry, hash: undefined }, sorted));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const asRead = (entry) =>
  entry.sequence === changed ? { ...entry, actor: { ...entry.actor, name: 'Somebody else' } } : entry;

/** The first entry that does not have its hash, or does not continue the one before it. */
async function firstBroken() {
  let before = { sequence: 0, hash: '0'.repeat(64) };
  for (const entry of entries.map(asRead)) {
    const fits = entry.sequence === before.sequence + 1 && entry.previousHash === before.hash;
    if (!fits || (await hashOf(entry)) !== entry.hash) return entry;
    before = entry;
  }
  return undefined;
}

const actorOf = ({ type, name, email, apiKeyPrefix }) =>
  ({ api_key: `API key ${apiKeyPrefix}…`, client: 'The client', system: 'Patchbay' })[type] ?? name ?? email;

/** `integration.status_changed` as a sentence, with what the status became. */
function sentenceOf({ action, changes }) {
  const words = action.replaceAll(/[._]/g, ' ').replace('api key', 'API key');
  const status = changes.find(({ field, before }) => field === 'status' && before !== null);
  return words[0].toUpperCase() + words.slice(1) + (status ? `: ${status.before} → ${status.after}` : '');
}

function rowOf(entry, broken, isNew) {
  const { sequence, target, actor, occurredAt, hash } = entry;
  const time = create('time', '', new Date(occurredAt).toLocaleTimeString('en-GB'));
  time.dateTime = occurredAt;
  const row = create(
    'li',
    isNew ? 'new' : '',
    create('strong', '', sentenceOf(entry)),
    create('code', 'hash', `${sequence} ${hash.slice(0, 12)}`),
    create('span', 'who', `${target.name} · ${actorOf(actor)} · `, time),
  );
  row.dataset.state = broken && sequence >= broken.sequence ? 'broken' : 'intact';
  return row;
}

async function showTrail(isNew = () => false) {
  const broken = await firstBroken();
  $('.seal').dataset.state = broken ? 'broken' : 'intact';
  $('.seal').textContent = broken
    ? `Entry ${broken.sequence} was changed: its hash no longer fits.`
    : `Intact: this browser recomputed the hashes of all ${entries.length} entries.`;
  $('[data-tamper]').textContent = changed === 0 ? 'Change an entry' : 'Put it back';
  $('.tamper span').textContent =
    changed === 0 ? 'in this browser, and see the chain break.' : 'as the server has it.';
  const newest = entries.slice(-shown).toReversed();
  $('.trail .entries').replaceChildren(...newest.map((entry) => rowOf(asRead(entry), broken, isNew(entry))));
  return broken === undefined;
}

/* The story: each step is found in the trail, after the one before it. */

const isError = ({ changes }) => changes.some(({ field, after }) => field === 'status' && after === 'error');
const stepsInTrail = [
  ({ action }) => action === 'integration.connect_link_issued',
  ({ action }) => action === 'integration.connected',
  (entry) => entry.action === 'integration.status_changed' && isError(entry),
  ({ action }) => action === 'integration.connected',
];

function showStory(integrationId) {
  const { began } = $('.steps').dataset;
  const about = entries.filter(
    ({ target, occurredAt }) => target.id === integrationId && occurredAt >= began,
  );
  let reached = 0;
  for (const entry of about) if (stepsInTrail[reached]?.(entry)) reached += 1;
  const done = stepsInTrail.map((_, index) => index < reached);
  done.push(
    done[3] && isIntact,
    about.some(({ action, actor }) => action === 'integration.used' && actor.type === 'api_key'),
  );
  const current = done.indexOf(false);
  $$('.steps > li').forEach((step, index) => {
    step.classList.toggle('done', done[index]);
    step.querySelector('.hidden').textContent = done[index] ? ' (done)' : '';
    if (index === current) step.setAttribute('aria-current', 'step');
    else step.removeAttribute('aria-current');
  });
  $('.steps [data-post]').disabled = current !== 2;
}

/* Deliveries. */

function deliveryOf({ type, sequence, receivedAt, isVerified }, isNew) {
  const time = create('time', '', new Date(receivedAt).toLocaleTimeString('en-GB'));
  time.dateTime = receivedAt;
  const row = create(
    'li',
    isNew ? 'new' : '',
    create('strong', '', type),
    create('code', 'hash', isVerified ? 'signature fits' : 'signature doesn’t fit'),
    create(
      'span',
      'who',
      sequence ? `Entry ${sequence} · ` : '',
      isVerified ? 'taken · ' : 'refused · ',
      time,
    ),
  );
  row.dataset.state = isVerified ? 'intact' : 'broken';
  return row;
}

let knownDeliveries;
function showDeliveries(deliveries) {
  const shownNow = deliveries.map(({ id, receivedAt }) => `${id} ${receivedAt}`);
  if (shownNow.join() === knownDeliveries?.join()) return;
  const isNew = (index) => knownDeliveries !== undefined && !knownDeliveries.includes(shownNow[index]);
  $('.deliveries').replaceChildren(...deliveries.map((each, index) => deliveryOf(each, isNew(index))));
  $('[aria-labelledby=receiver] .empty').hidden = deliveries.length > 0;
  knownDeliveries = shownNow;
}

/* Tiles and mails. */

const stateWords = { active: 'Connected', error: 'Needs attention' };

function showStates(states) {
  for (const shownState of $$('.state')) {
    const { status = '', account } = states[shownState.closest('[data-provider]').dataset.provider] ?? {};
    shownState.dataset.state = status;
    shownState.textContent = stateWords[status] ?? 'Not connected';
    if (shownState.nextSibling) shownState.nextSibling.textContent = account ?? '';
  }
}

let openMail = 0;
function openMailOf(number) {
  openMail = number;
  $('.mails iframe').src = `/mail/${number}`;
  for (const button of $$('.mails button'))
    button.setAttribute('aria-pressed', String(button.dataset.mail === String(number)));
}

function showMails(mails) {
  const newest = mails[0]?.number ?? 0;
  if (newest === Number($('.mails button')?.dataset.mail ?? 0)) return;
  const items = mails.slice(0, 5).map(({ number, to, subject, date }) => {
    const time = new Date(date).toLocaleTimeString('en-GB', { timeStyle: 'short' });
    const button = create(
      'button',
      '',
      create('strong', '', subject),
      create('span', 'quiet', `${to} · ${time}`),
    );
    button.type = 'button';
    button.dataset.mail = number;
    return create('li', '', button);
  });
  $('.mails .list').replaceChildren(...items);
  $('.mails .empty').hidden = newest > 0;
  $('.mails iframe').hidden = newest === 0;
  if (newest > openMail) openMailOf(newest);
}

/* News. */

let isIntact = false;
/** Whether the demo did not answer the last time. */
let isSilent = false;

async function update() {
  const last = entries.at(-1)?.sequence ?? 0;
  const answer = await fetch(`/live/${last}`);
  if (!answer.ok) throw new Error(`the demo answered ${answer.status}`);
  const { entries: more, states, deliveries, mails } = await answer.json();
  entries.push(...more);
  if (more.length > 0 || last === 0 || isSilent)
    isIntact = await showTrail(({ sequence }) => last > 0 && sequence > last);
  isSilent = false;
  showStory(states.google_ads?.id);
  showStates(states);
  showDeliveries(deliveries);
  showMails(mails);
}

let updating;
let timer;
/** One at a time: entries would be taken twice. */
const updateOnce = () =>
  (updating ??= update()
    .catch(() => {
      isSilent = true;
      $('.seal').dataset.state = 'broken';
      $('.seal').textContent = 'The demo doesn’t answer. Is it still running?';
    })
    .finally(() => (updating = undefined)));

async function keepUpdating() {
  clearTimeout(timer);
  if (document.hidden) return;
  await updateOnce();
  clearTimeout(timer);
  timer = setTimeout(() => void keepUpdating(), pollMs);
}
document.addEventListener('visibilitychange', () => void keepUpdating());

async function press(button) {
  const { dataset } = button;
  const { copy, post, mail, tamper } = dataset;
  if (copy !== undefined) {
    await navigator.clipboard.writeText(copy);
    dataset.label ??= button.textContent;
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = dataset.label), 1500);
  }
  if (post !== undefined) {
    button.disabled = true;
    await fetch(post, { method: 'POST' }).finally(() => (button.disabled = false));
    await keepUpdating();
  }
  if (mail !== undefined) openMailOf(Number(mail));
  if (tamper !== undefined) {
    changed = changed === 0 ? (entries.at(-3)?.sequence ?? 1) : 0;
    isIntact = await showTrail();
  }
}
document.addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  if (button !== null) void press(button);
});

await keepUpdating();
