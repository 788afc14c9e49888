/** Notices in this browser, also when no page of ours is open; see public/worker.js. */
import { api, type Pushed } from './api';
import { BASE } from './base';
import type { Notices } from './types';

const SCOPE = `${BASE}/`;

/** Some browsers push only to what was put on the home screen. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Does this browser let itself be pushed to? */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Asked for by a click: browsers want that. */
export async function turnOn(key: string): Promise<Notices> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('permission');
  await navigator.serviceWorker.register(`${BASE}/worker.js`, { scope: SCOPE });
  const worker = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  return api.addBrowser(described(await worker.pushManager.subscribe(wanted)));
}

export async function turnOff(): Promise<Notices> {
  const own = await ownSubscription();
  await own?.unsubscribe();
  return own ? api.removeBrowser(own.endpoint) : api.notices();
}

/** A browser that was told of turns before somebody signed in anew is told of them again. */
export async function renewed(known: Notices): Promise<Notices> {
  const own = await ownSubscription();
  return own && known.push_key ? api.addBrowser(described(own)) : known;
}

function described(subscription: PushSubscription): Pushed {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! };
}
