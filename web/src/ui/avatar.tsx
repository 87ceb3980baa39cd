import type { Presence } from "../api/wire";
import { useApp } from "../app";

/** A picture of somebody; drawn by the server where theirs is elsewhere, for nothing is loaded from other sites. */
export const Avatar = ({ userId, size = 32 }: { readonly userId: number; readonly size?: number }) => {
  const url = useApp().store.people.value.users.get(userId)?.avatar_url;
  const own = url?.startsWith("/") ? url : `/avatar/${userId}`;
  return <img class="avatar" src={own} alt="" width={size} height={size} loading="lazy" />;
};

const offlineAfter = 140;

export type Nearness = "active" | "idle" | "offline";

/** Whether somebody is here, of when they were last. */
export const nearnessOf = (presence: Presence | undefined, nowSeconds: number): Nearness => {
  if (presence === undefined) return "offline";
  if (nowSeconds - (presence.active_timestamp ?? 0) < offlineAfter) return "active";
  return nowSeconds - (presence.idle_timestamp ?? 0) < offlineAfter ? "idle" : "offline";
};
