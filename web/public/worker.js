// Shows that it is somebody's turn, also when no page of ours is open; see server/calling.py.

const icon = (name) => new URL(`icons/${name}.png`, self.registration.scope).href;

self.addEventListener('push', (event) => event.waitUntil(show(told(event.data))));
self.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

/** Whatever was pushed, something has to be shown. */
function told(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

async function show({ title = 'It is your turn', body = '', url = 'lobby', waiting = 1 }) {
  await self.navigator.setAppBadge?.(waiting).catch(() => undefined);
  await self.registration.showNotification(title, {
    body,
    tag: 'turn', // the newest takes the place of the one before, as it tells of all tables
    renotify: true,
    icon: icon('192'),
    data: { url },
  });
}

/** At the page that shows it already, or in a new one; nowhere but under our own path. */
async function open(notification) {
  notification.close();
  const { scope } = self.registration;
  const url = new URL(notification.data?.url ?? '', scope).href;
  if (!url.startsWith(scope)) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => page.url.split(/[?#]/)[0] === url);
  await (there ? there.focus() : self.clients.openWindow(url));
}

/** The browser has given itself another address. */
async function renew({ oldSubscription }) {
  if (!oldSubscription) return;
  const { applicationServerKey } = oldSubscription.options;
  const wanted = { userVisibleOnly: true, applicationServerKey };
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(wanted)).toJSON();
  await fetch(new URL('api/me/browsers', self.registration.scope), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
}
