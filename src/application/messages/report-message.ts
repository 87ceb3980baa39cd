import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { checkLength } from "../../domain/check-length";
import type { MessageId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import { type Message, messageLimits } from "../../domain/messages/message";
import { longestExplanation, type ReportReason, reportReasons } from "../../domain/messages/message-report";
import {
  explanationRequired,
  explanationTooLong,
  type MessageError,
  reportingDisabled,
} from "../../domain/messages/refusals";
import type { RealmState } from "../../domain/state/realm-state";
import { normalizeTopic } from "../../domain/topics/topic";
import type { User } from "../../domain/users/user";
import { readableMessage } from "../access/message-access";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { postNotice, prepareNotice, silentMention } from "../notices/notice";
import type { InTransaction } from "../transaction";
import { fencedBlock, shortened } from "./shared/fenced-block";
import { messageLink } from "./shared/message-link";

interface Ports {
  readonly inTransaction: InTransaction;
}

interface MessageReport {
  readonly messageId: MessageId;
  readonly reason: ReportReason;
  readonly explanation: string;
}

/** Leaves room for the explanation and the surrounding text. */
const quotedLength = messageLimits.contentLength - longestExplanation - 500;

const reportText = (
  state: RealmState,
  reporter: User,
  message: Message,
  { reason, explanation }: MessageReport,
): string => {
  const sender = state.users.get(message.senderId);
  const sent = new Date(message.sentAt * 1000).toISOString().replace(".000", "");
  const kind = message.conversation.kind === "direct" ? "direct message" : "message";
  const who = sender ? silentMention(sender) : "someone";
  return [
    `${silentMention(reporter)} reported a ${kind} that ${who} sent at <time:${sent}>.`,
    fencedBlock("quote", `**${reportReasons[reason]}**. ${explanation}`.trim()),
    `[The ${kind}](${messageLink(state, message)}) says:`,
    fencedBlock(" spoiler", shortened(message.content, quotedLength)),
  ].join("\n\n");
};

/** Posts a message to the organization's channel for moderation requests. */
export const reportMessage =
  ({ inTransaction }: Ports) =>
  (caller: Caller, report: MessageReport): TaskEither<CallerError | InputError | MessageError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      if (report.reason === "other" && report.explanation === "") return E.left(explanationRequired);
      const explanation = checkLength(longestExplanation, explanationTooLong)(report.explanation);
      if (E.isLeft(explanation)) return explanation;
      const { state } = tx;
      const channelId = state.realm.settings.moderationRequestChannelId;
      const channel = channelId === null ? undefined : state.channels.get(channelId);
      if (channel === undefined || channel.isArchived) return E.left(reportingDisabled);
      const message = await readableMessage(tx, user, report.messageId);
      if (E.isLeft(message)) return message;
      const sender = state.users.get(message.right.senderId);
      const text = reportText(state, user, message.right, report);
      const notice = prepareNotice(tx, text, user, { users: sender ? [sender] : [] });
      postNotice(tx, channel, normalizeTopic(`${sender?.fullName ?? ""} moderation`), notice);
      return E.right(undefined);
    });
