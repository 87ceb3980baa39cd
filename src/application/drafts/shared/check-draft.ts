import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { ChannelError } from "../../../domain/channels/refusals";
import { unixSeconds } from "../../../domain/codec/whole-number";
import type { Draft, DraftDestination } from "../../../domain/drafts/draft";
import {
  type DraftError,
  negativeTimestamp,
  notExactlyOneChannel,
  timestampTooFar,
} from "../../../domain/drafts/refusals";
import { sortedUnique } from "../../../domain/messages/message";
import type { MessageError } from "../../../domain/messages/refusals";
import { userKnownTo } from "../../../domain/policy/user-access";
import { type TopicError, topicHasNullBytes } from "../../../domain/topics/refusals";
import { normalizeTopic } from "../../../domain/topics/topic";
import { invalidUserId, tooManyRecipients, type UserError } from "../../../domain/users/refusals";
import type { User } from "../../../domain/users/user";
import { channelToRead } from "../../access/find-channel";
import { mostRecipients } from "../../access/resolve-recipients";
import { checkContent } from "../../messages/shared/message-target";
import type { Transaction } from "../../transaction";

/** A draft as a client sends it. API §2.6. */
export interface DraftInput {
  readonly type: "" | "channel" | "direct";
  /** Ids of one channel, or of users. */
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  /** Unix seconds; undefined for now. */
  readonly editedAt: number | undefined;
}

/** The draft as it is stored. Fails if its content or destination is invalid. */
export const checkDraft = (
  tx: Transaction,
  user: User,
  input: DraftInput,
): E.Either<ChannelError | DraftError | MessageError | TopicError | UserError, Omit<Draft, "id">> =>
  pipe(
    E.Do,
    E.bind("content", () => checkContent(input.content)),
    E.bindW("editedAt", () => checkEditedAt(input.editedAt, tx.now)),
    E.bindW("place", () => checkDestination(tx, user, input)),
  );

const checkEditedAt = (editedAt: number | undefined, now: number): E.Either<DraftError, number> =>
  pipe(
    editedAt ?? now / 1000,
    E.fromPredicate(
      (seconds) => seconds >= 0,
      () => negativeTimestamp,
    ),
    E.filterOrElseW(
      (seconds) => seconds <= unixSeconds.most,
      () => timestampTooFar,
    ),
  );

const checkDestination = (
  tx: Transaction,
  user: User,
  input: DraftInput,
): E.Either<ChannelError | DraftError | TopicError | UserError, DraftDestination> => {
  if (input.type === "channel") return channelPlace(tx, user, input);
  return input.type === "direct" && input.to.length > 0
    ? directDestination(tx, user, input)
    : E.right({ kind: "nowhere" });
};

const directDestination = (
  { state, now }: Transaction,
  user: User,
  { to }: DraftInput,
): E.Either<UserError, DraftDestination> => {
  if (to.length > mostRecipients) return E.left(tooManyRecipients(mostRecipients));
  const stranger = to.find((id) => !userKnownTo(state, user, id, now));
  if (stranger !== undefined) return E.left(invalidUserId(stranger));
  const others = to.filter((id) => id !== user.id);
  return E.right({ kind: "direct", userIds: sortedUnique(others.length > 0 ? others : to) });
};

const channelPlace = (
  { state, now }: Transaction,
  user: User,
  { to, topic }: DraftInput,
): E.Either<ChannelError | DraftError | TopicError, DraftDestination> => {
  if (topic.includes("\0")) return E.left(topicHasNullBytes);
  const [channelId] = to;
  if (channelId === undefined || to.length > 1) return E.left(notExactlyOneChannel);
  return pipe(
    channelToRead(state, user, channelId, now),
    E.map(() => ({ kind: "channel", channelId, topic: normalizeTopic(topic) })),
  );
};
