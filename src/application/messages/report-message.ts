import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { type Message, messageLimits, normalizeTopic } from "../../domain/message";
import { longestExplanation, type ReportReason, reportReasons } from "../../domain/message-report";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { fenceAround } from "./fence-around";
import { readableMessage } from "./message-access";
import { messageLink } from "./message-link";
import { postNotice, prepareNotice, silentMention } from "./notice";

interface Ports {
  readonly inTransaction: InTransaction;
}

interface MessageReport {
  readonly messageId: number;
  readonly reason: ReportReason;
  readonly explanation: string;
}

/** Room for the explanation and the words around. */
const mostShown = messageLimits.contentLength - longestExplanation - 500;

/** A block of Markdown that holds the text, whatever is in it. */
const block = (kind: string, text: string): string => {
  const fence = fenceAround(text);
  return `${fence}${kind}\n${text}\n${fence}`;
};

const reportText = (
  state: RealmState,
  by: User,
  message: Message,
  { reason, explanation }: MessageReport,
): string => {
  const sender = state.users.get(message.senderId);
  const sent = new Date(message.sentAt * 1000).toISOString().replace(".000", "");
  const kind = message.conversation.kind === "direct" ? "direct message" : "message";
  const who = sender ? silentMention(sender) : "someone";
  const points = [...message.content];
  const said = points.length > mostShown ? `${points.slice(0, mostShown).join("")}…` : message.content;
  return [
    `${silentMention(by)} reported a ${kind} that ${who} sent at <time:${sent}>.`,
    block("quote", `**${reportReasons[reason]}**. ${explanation}`.trim()),
    `[The ${kind}](${messageLink(state, message)}) says:`,
    block(" spoiler", said),
  ].join("\n\n");
};

/** Shows a message to the moderators, in the channel that the organization has for that. */
export const reportMessage =
  ({ inTransaction }: Ports) =>
  (caller: Caller, report: MessageReport): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      if (report.reason === "other" && report.explanation === "")
        return left(badRequest("An explanation is required."));
      const { state } = tx;
      const channel = state.channels.get(state.realm.settings.moderationRequestChannelId ?? -1);
      if (channel === undefined || channel.isArchived)
        return left(badRequest("Message reporting is not enabled in this organization."));
      const message = await readableMessage(tx, user.right, report.messageId);
      if (isLeft(message)) return message;
      const name = state.users.get(message.right.senderId)?.fullName ?? "";
      const notice = prepareNotice(tx, reportText(state, user.right, message.right, report));
      const nobody = { userId: caller.userId, receivesIt: false };
      postNotice(tx, channel, normalizeTopic(`${name} moderation`), notice, nobody);
      return right(undefined);
    });
