import { useApp } from "../app/app";
import type { Presence } from "../wire/wire";

/** A user's avatar. The server draws those hosted elsewhere, because nothing is loaded from other sites. */
export const Avatar = ({ userId, size = 32 }: { readonly userId: number; readonly size?: number }) => {
  const url = useApp().store.people.value.users.get(userId)?.avatar_url;
  const source = url?.startsWith("/") ? url : `/avatar/${userId}`;
  return <img class="avatar" src={source} alt="" width={size} height={size} loading="lazy" />;
};

const offlineAfter = 140;

export type PresenceState = "active" | "idle" | "offline";

/** Whether a user is active, idle or offline. */
export const presenceStateOf = (presence: Presence | undefined, nowSeconds: number): PresenceState => {
  if (presence === undefined) return "offline";
  if (nowSeconds - (presence.active_timestamp ?? 0) < offlineAfter) return "active";
  return nowSeconds - (presence.idle_timestamp ?? 0) < offlineAfter ? "idle" : "offline";
};
