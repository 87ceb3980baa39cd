import { get, send } from "../../api/call";

const subscriptions = "/users/me/web_push_subscriptions";

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Whether this browser can show notifications while no window is open. */
export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window;

const current = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

export const isPushed = async (): Promise<boolean> => canPush() && (await current()) !== null;

/** Has the server send notifications to this browser. False where the reader doesn't allow them. */
export const startPush = async (): Promise<boolean> => {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { public_key: applicationServerKey } = await get<{ public_key: string }>(`${subscriptions}/key`);
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  await send("POST", subscriptions, {
    endpoint: made.endpoint,
    p256dh: base64url(made.getKey("p256dh")),
    auth: base64url(made.getKey("auth")),
  });
  return true;
};

/** Ends that, here and at the server. */
export const stopPush = async (): Promise<void> => {
  const subscription = canPush() ? await current() : null;
  if (subscription === null) return;
  await send("DELETE", subscriptions, { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
};
