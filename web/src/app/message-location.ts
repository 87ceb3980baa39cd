import { placeOf } from "../store/place";
import type { Message } from "../wire/wire";
import { type Location, narrowOf } from "./location";

/**
 * Where a message is, for a permanent URL: unlike a narrow for the user alone, it lists all participants of a direct
 * conversation, since each of them may open it.
 */
export const messageLocation = (
  message: Pick<Message, "id" | "type" | "stream_id" | "subject" | "display_recipient">,
  ownId: number,
): Location => {
  const place = placeOf(message);
  const narrow =
    place.kind === "direct" ? [{ operator: "dm", operand: place.userIds }] : narrowOf(place, ownId);
  return { screen: "narrow", narrow, near: message.id };
};
