import { hashOf, type Push, tagOf, titleOf } from "./push";

declare const self: ServiceWorkerGlobalScope;
/** The files of this build, and its name. */
declare const BUILD: { readonly name: string; readonly files: readonly string[] };

const page = "/";
const icon = "/static/images/icon-192.png";
const cacheName = `parley-${BUILD.name}`;

/** Caches the whole client, so that it starts offline. No personal data is in it. */
const keepShell = async (): Promise<void> => {
  const cache = await caches.open(cacheName);
  await cache.addAll([...BUILD.files]);
  const shell = await fetch(page, { cache: "no-store" });
  // A redirect, as for logged-out users, isn't the page to cache.
  if (!shell.ok || shell.redirected) throw new Error("The page isn't there");
  await cache.put(page, shell);
};

const dropOlder = async (): Promise<void> => {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name);
  await self.clients.claim();
};

/** Requests that bypass this worker in browsers with static routing, so that a start doesn't wait for it. */
interface Routed {
  addRoutes?(
    routes: readonly {
      readonly condition: { readonly urlPattern: string };
      readonly source: "network" | { readonly cacheName: string };
    }[],
  ): Promise<void>;
}

const routes = [
  { condition: { urlPattern: page }, source: { cacheName } },
  { condition: { urlPattern: "/web/*" }, source: { cacheName } },
  { condition: { urlPattern: "/json/*" }, source: "network" },
] as const;

self.addEventListener("install", (event) => {
  void (event as Routed).addRoutes?.(routes);
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(dropOlder()));

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isOurs = origin === self.location.origin && event.request.method === "GET";
  if (!isOurs || (pathname !== page && !BUILD.files.includes(pathname))) return;
  event.respondWith(
    caches
      .open(cacheName)
      .then((cache) => cache.match(pathname))
      .then((kept) => kept ?? fetch(event.request)),
  );
});

/** The windows that show the client. Those that the system has frozen aren't among them. */
const windows = async (): Promise<readonly WindowClient[]> => {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter(({ url }) => new URL(url).pathname === page);
};

let last: Promise<unknown> = Promise.resolve();
/**
 * Runs one change of notifications after the other. Chromium forgets a notification that it has stored but not yet
 * displayed if somebody asks what is shown at that moment: it isn't counted, and a click on it does nothing.
 */
const inTurn = (change: () => Promise<void>): Promise<void> => {
  const turn = last.then(change);
  last = turn.catch(() => undefined);
  return turn;
};

/** Counts what is shown on the app's icon. A window knows better: it counts all unread messages. */
const showCount = async (): Promise<void> => {
  if (!("setAppBadge" in self.navigator) || (await windows()).length > 0) return;
  const { length } = await self.registration.getNotifications();
  // Without an icon there is nothing to badge.
  await self.navigator.setAppBadge(length).catch(() => undefined);
};

const shows = async (push: Push): Promise<void> => {
  const { registration } = self;
  if (push.type === "remove") {
    for (const id of push.message_ids ?? [])
      for (const one of await registration.getNotifications({ tag: tagOf(id) })) one.close();
    return;
  }
  await registration.showNotification(titleOf(push), {
    body: push.content ?? "",
    icon: push.sender_avatar_url ?? icon,
    tag: tagOf(push.message_id ?? 0),
    data: { hash: hashOf(push) },
  });
};

self.addEventListener("push", (event) => {
  const push = event.data?.json() as Push | undefined;
  if (push) event.waitUntil(inTurn(() => shows(push).then(showCount)));
});

const open = async (hash: string): Promise<void> => {
  const [own] = await windows();
  if (own === undefined) {
    await self.clients.openWindow(`${page}${hash}`);
    return;
  }
  own.postMessage({ hash });
  await own.focus();
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data?.hash ?? "#inbox")));
});

self.addEventListener("notificationclose", (event) => event.waitUntil(inTurn(showCount)));
