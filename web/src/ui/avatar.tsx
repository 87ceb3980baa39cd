import { signal } from "@preact/signals";
import { useApp } from "../app/app";
import type { Presence } from "../wire/wire";
import { Picture } from "./picture";

/** The first letters of the first and the last word. */
const initialsOf = (name: string): string => {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return [first, rest.at(-1) ?? ""]
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
};

/** A user's avatar. The server draws those hosted elsewhere, because nothing is loaded from other sites. */
export const Avatar = ({ userId, size = 32 }: { readonly userId: number; readonly size?: number }) => {
  const { isSpectator, store } = useApp();
  const user = store.people.value.users.get(userId);
  const drawn = `/avatar/${userId}`;
  const url = user?.avatar_url?.startsWith("/") ? user.avatar_url : drawn;
  const initials = (
    <span
      class="avatar initials"
      data-text={initialsOf(user?.full_name ?? "")}
      style={{ width: `${size}px`, height: `${size}px`, fontSize: `${size * 0.4}px` }}
    />
  );
  // The server draws initials for people with an account only.
  if (isSpectator && url.startsWith(drawn)) return initials;
  return <Picture class="avatar" src={url} alt="" size={size} instead={initials} />;
};

/** Seconds; the server calls it `server_presence_offline_threshold_seconds`. */
const offlineAfter = 200;

export type PresenceState = "active" | "idle" | "offline";

const clock = signal(Date.now());

/** Shows who has gone offline: no event says so. Returns a function that stops it. */
export const keepClock = (): (() => void) => {
  const timer = setInterval(() => {
    clock.value = Date.now();
  }, 20_000);
  return () => clearInterval(timer);
};

/** Whether a user is active, idle or offline. Read while drawing, it is drawn again when that changes. */
export const presenceStateOf = (presence: Presence | undefined): PresenceState => {
  const now = clock.value / 1000;
  if (now - (presence?.active_timestamp ?? 0) < offlineAfter) return "active";
  return now - (presence?.idle_timestamp ?? 0) < offlineAfter ? "idle" : "offline";
};
