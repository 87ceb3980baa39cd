import type { PresenceAnswer } from "../../../application/presence/report-presence";
import { canSeeUser } from "../../../domain/user-access";
import type { RealmFacts } from "../request-context";
import { encodeLegacyPresence, encodePresence } from "./presence";
import { apiEmail } from "./user";

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
