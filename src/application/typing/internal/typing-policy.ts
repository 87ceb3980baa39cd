import type { ApiError } from "../../../domain/errors";
import { channelTypingDisabled, directTypingDisabled } from "../../../domain/messages/refusals";
import type { TypingPlace } from "../../../domain/queues/signal";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";

/** Larger groups get no typing notifications. */
const largestAudience = 100;

/** Whether the place has few enough readers for typing notifications. */
export const isAudienceSmallEnough = (state: RealmState, place: TypingPlace): boolean =>
  (place.kind === "channel" ? state.subscribers(place.channelId).size : place.participants.length) <=
  largestAudience;

/** Why the user sends no typing notifications of this kind; undefined if they do. */
export const typingRefusal = ({ settings }: User, kind: TypingPlace["kind"]): ApiError | undefined => {
  if (kind === "channel") return settings.sendChannelTypingNotifications ? undefined : channelTypingDisabled;
  return settings.sendDirectTypingNotifications ? undefined : directTypingDisabled;
};
