import type { PresenceAnswer } from "../../../application/presence/report-presence";
import { usersSeenBy } from "../../../domain/policy/user-access";
import { offlineAfterSeconds, type Presence, type PresenceUpdates } from "../../../domain/presence/presence";
import type { RealmInfo } from "../server-info";
import { apiEmail } from "./user";

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
/** Users active this long ago were active then and are idle now. */
const idleAfterMilliseconds = 120_000;

/** -1 stands for none, as in what clients send. */
export const encodeUpdateId = (updateId: PresenceUpdates["lastUpdateId"]): number => updateId ?? -1;

/** The two times, for clients that derive the rest. */
export const encodePresence = ({ activeAt, idleAt }: Presence): object => ({
  ...(activeAt > 0 && { active_timestamp: seconds(activeAt) }),
  idle_timestamp: seconds(idleAt),
});

/** The last status as text, which old clients expect for each client program. */
const lastState = ({ activeAt, idleAt }: Presence, now: number) =>
  now - activeAt <= idleAfterMilliseconds
    ? { status: "active", timestamp: seconds(activeAt) }
    : { status: "idle", timestamp: seconds(idleAt) };

const encodeLegacyPresence = (presence: Presence, now: number): object => ({
  aggregated: { client: "website", ...lastState(presence, now) },
  website: { client: "website", ...lastState(presence, now), pushable: false },
});

/** One program's status, in events for old clients. */
export const encodeLegacyPresenceEvent = (presence: Presence, now: number): object => ({
  website: { client: "website", ...lastState(presence, now), pushable: false },
});

/** One person's presence, in both forms. */
export const encodeSinglePresence = (presence: Presence, now: number): object => {
  const state = lastState(presence, now);
  const isGone = now / 1000 - state.timestamp > offlineAfterSeconds;
  return {
    ...encodePresence(presence),
    aggregated: isGone ? { ...state, status: "offline" } : state,
    website: state,
  };
};

/** Presences by user id in the new form, by email address in the old one. */
export const encodePresences = (
  { state, reader, presences }: PresenceAnswer,
  realm: RealmInfo,
  now: number,
  isSlim: boolean,
): Record<string, object> => {
  const { isSeen } = usersSeenBy(state, reader, now);
  return Object.fromEntries(
    [...presences].flatMap(([userId, presence]) => {
      const user = state.users.get(userId);
      if (!user?.isActive || !isSeen(user)) return [];
      return isSlim
        ? [[String(userId), encodePresence(presence)] as const]
        : [[apiEmail(user, { user: reader, realm }), encodeLegacyPresence(presence, now)] as const];
    }),
  );
};
