import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { Draft, DraftPlace } from "../../domain/draft";
import { type ApiError, badRequest, notFound } from "../../domain/errors";
import { normalizeContent, normalizeTopic, sortedUnique } from "../../domain/message";
import type { User } from "../../domain/user";
import { userKnownTo } from "../../domain/user-access";
import { channelToRead } from "../channels/find-channel";
import type { Transaction } from "../transaction";

/** A draft as a client writes it. API §2.6. */
export interface DraftInput {
  readonly type: "" | "channel" | "direct";
  /** One channel, or people. */
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  /** Unix seconds; undefined for now. */
  readonly editedAt: number | undefined;
}

export const noSuchDraft = notFound("Draft does not exist");

/** Why the user's drafts are not kept here at all. */
export const syncRefusal = ({ settings }: User): ApiError | undefined =>
  settings.enableDraftsSynchronization ? undefined : badRequest("User has disabled synchronizing drafts.");

/** A draft as it is kept. Fails where its place or its content can't be. */
export const checkDraft = (
  tx: Transaction,
  user: User,
  input: DraftInput,
): Either<ApiError, Omit<Draft, "id">> => {
  const content = normalizeContent(input.content);
  if (content.includes("\0")) return left(badRequest("Message must not contain null bytes"));
  if (content.trim() === "") return left(badRequest("Message must not be empty"));
  if (input.editedAt !== undefined && input.editedAt < 0)
    return left(badRequest("Timestamp must not be negative."));
  const place = checkPlace(tx, user, input);
  if (isLeft(place)) return place;
  return right({ place: place.right, content, editedAt: input.editedAt ?? tx.now / 1000 });
};

const checkPlace = (
  { state, now }: Transaction,
  user: User,
  { type, to, topic }: DraftInput,
): Either<ApiError, DraftPlace> => {
  if (type === "" || (type === "direct" && to.length === 0)) return right({ kind: "nowhere" });
  if (type === "direct") {
    const stranger = to.find((id) => !userKnownTo(state, user, id, now));
    if (stranger !== undefined) return left(badRequest(`Invalid user ID ${stranger}`));
    const others = to.filter((id) => id !== user.id);
    return right({ kind: "direct", userIds: sortedUnique(others.length > 0 ? others : to) });
  }
  if (topic.includes("\0")) return left(badRequest("Topic must not contain null bytes"));
  const [channelId] = to;
  if (channelId === undefined || to.length > 1)
    return left(badRequest("Must specify exactly 1 channel ID for channel messages"));
  const channel = channelToRead(state, user, channelId, now);
  return isLeft(channel) ? channel : right({ kind: "channel", channelId, topic: normalizeTopic(topic) });
};
