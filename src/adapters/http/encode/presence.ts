import type { PresenceAnswer } from "../../../application/presence/report-presence";
import { offlineAfterSeconds, type Presence } from "../../../domain/presence";
import { canSeeUser } from "../../../domain/user-access";
import type { RealmFacts } from "../request-context";
import { apiEmail } from "./user";

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
/** Who did something so long ago was active then and is idle now. */
const idleAfterMilliseconds = 120_000;

/** Two times, for clients that work out the rest. */
export const encodePresence = ({ activeAt, idleAt }: Presence): object => ({
  ...(activeAt > 0 && { active_timestamp: seconds(activeAt) }),
  idle_timestamp: seconds(idleAt),
});

/** The last state in words, as old clients have it for each program of a user's. */
const lastState = ({ activeAt, idleAt }: Presence, now: number) =>
  now - activeAt <= idleAfterMilliseconds
    ? { status: "active", timestamp: seconds(activeAt) }
    : { status: "idle", timestamp: seconds(idleAt) };

const encodeLegacyPresence = (presence: Presence, now: number): object => ({
  aggregated: { client: "website", ...lastState(presence, now) },
  website: { client: "website", ...lastState(presence, now), pushable: false },
});

/** One program's state, as old clients hear it in an event. */
export const encodeLegacyPresenceEvent = (presence: Presence, now: number): object => ({
  website: { client: "website", ...lastState(presence, now), pushable: false },
});

/** One person's presence on request, in both forms. */
export const encodeSinglePresence = (presence: Presence, now: number): object => {
  const state = lastState(presence, now);
  const isGone = now / 1000 - state.timestamp > offlineAfterSeconds;
  return {
    ...encodePresence(presence),
    aggregated: isGone ? { ...state, status: "offline" } : state,
    website: state,
  };
};

/** Presences by user id in the new form, by address in the old one. */
export const encodePresences = (
  { state, reader, presences }: PresenceAnswer,
  realm: RealmFacts,
  now: number,
  isSlim: boolean,
): Record<string, object> =>
  Object.fromEntries(
    [...presences].flatMap(([userId, presence]) => {
      const user = state.users.get(userId);
      if (!user?.isActive || !canSeeUser(state, reader, user, now)) return [];
      return isSlim
        ? [[String(userId), encodePresence(presence)] as const]
        : [[apiEmail(user, { user: reader, realm }), encodeLegacyPresence(presence, now)] as const];
    }),
  );
