import { get, mayPass, send } from "../api/http";

const subscriptions = "/users/me/web_push_subscriptions";

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Whether this browser can show notifications while no window is open. */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window;

const current = async (): Promise<PushSubscription | undefined> => {
  const registration = canPush() ? await navigator.serviceWorker.getRegistration() : undefined;
  return (await registration?.pushManager.getSubscription()) ?? undefined;
};

export const isPushed = async (): Promise<boolean> => (await current()) !== undefined;

const register = (subscription: PushSubscription): Promise<unknown> =>
  send("POST", subscriptions, {
    endpoint: subscription.endpoint,
    p256dh: base64url(subscription.getKey("p256dh")),
    auth: base64url(subscription.getKey("auth")),
  });

/** Ties this browser's subscription, if any, to the session it has now: the server ends it with the session that registered it. */
export const renewPush = async (): Promise<void> => {
  const subscription = await current();
  if (subscription) await register(subscription);
};

const fetchKey = () => get<{ readonly public_key: string }>(`${subscriptions}/key`);

/** Whether the server sends Web Push, as far as it says so. */
export const isPushOffered = (): Promise<boolean> => fetchKey().then(() => true, mayPass);

/** Subscribes this browser to push notifications. False if the user denies permission. */
export const startPush = async (): Promise<boolean> => {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { public_key: applicationServerKey } = await fetchKey();
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  try {
    await register(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return true;
};

/** Unsubscribes this browser, here and at the server. */
export const stopPush = async (): Promise<void> => {
  const subscription = await current();
  if (subscription === undefined) return;
  await send("DELETE", subscriptions, { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
};

/**
 * Ends push notifications in this browser, and closes the ones on screen, without the server: after the end of a
 * session, it accepts nothing more. It drops the subscription when a push is refused.
 */
export const forgetPush = async (): Promise<void> => {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const one of (await registration?.getNotifications()) ?? []) one.close();
    await (await current())?.unsubscribe();
  } catch {
    // Browsers may forbid both.
  }
};
