import { canSeeUser } from "../../../domain/user-access";
import { encodeLegacyPresence, encodePresence } from "../encode/presence";
import { apiEmail } from "../encode/user";
import type { StateContext, StatePart } from "./context";

/** Presences by user id in the new form, by address in the old one. */
export const encodePresences = (
  {
    state,
    user,
    realm,
    now,
    presences,
  }: Pick<StateContext, "state" | "user" | "realm" | "now" | "presences">,
  isSlim: boolean,
): Record<string, object> =>
  Object.fromEntries(
    [...presences.presences].flatMap(([userId, presence]) => {
      const other = state.users.get(userId);
      if (!other?.isActive || !canSeeUser(state, user, other, now)) return [];
      return isSlim
        ? [[String(userId), encodePresence(presence)] as const]
        : [[apiEmail(other, { user, realm }), encodeLegacyPresence(presence, now)] as const];
    }),
  );

/** Who was here lately. */
export const presencePart: StatePart = (context) => ({
  presences: encodePresences(context, context.presentation.slimPresence),
  presence_last_update_id: context.presences.lastUpdateId,
  server_timestamp: context.now / 1000,
});
