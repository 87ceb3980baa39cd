import * as E from "fp-ts/Either";
import * as TE from "fp-ts/TaskEither";
import {
  anomalousPayload,
  botWithoutOwner,
  unsupportedEvent,
  type WebhookError,
} from "../../domain/bots/webhook-refusals";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import { isTooDeep } from "../../domain/codec/json-depth";
import type { LimitError } from "../../domain/limit-refusals";
import { messageLimits } from "../../domain/messages/message";
import type { MessageError } from "../../domain/messages/refusals";
import { ownerOf } from "../../domain/policy/user-access";
import type { ScheduledMessageError } from "../../domain/scheduled-messages/refusals";
import { withoutMisleading } from "../../domain/text/name-characters";
import { matchesWildcard } from "../../domain/text/wildcard";
import type { TopicError } from "../../domain/topics/refusals";
import type { UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { readAsCaller } from "../as-caller";
import type { Needs } from "../bind-use-cases";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { sendMessage } from "../messages/send-message";
import type { Destination } from "../messages/shared/message-target";
import { silentMention } from "../notices/notice";
import type {
  IncomingWebhook,
  WebhookDelivery,
  WebhookNotice,
  WebhookProblem,
} from "../ports/bots/incoming-webhook";
import type { Throttle } from "../ports/system/throttle";
import { translateDelivery } from "./internal/translate-delivery";

/** A webhook request from another service, in the service's own format. */
interface WebhookRequest extends Omit<WebhookDelivery, "payload" | "hasTopic"> {
  /** Name of the service. */
  readonly integration: string;
  /** The JSON document as text. */
  readonly document: string;
  /** Channel name, or id in digits; undefined for a direct message to the bot's owner. */
  readonly channel: string | undefined;
  readonly topic: string | undefined;
  /** Patterns of events to report; undefined for all. */
  readonly onlyEvents: readonly string[] | undefined;
  /** Patterns of events to ignore. */
  readonly excludedEvents: readonly string[] | undefined;
}

/** Why a request can't be read as the service's. */
export type UnreadableRequest =
  | { readonly kind: "unknown_integration" }
  | { readonly kind: "malformed_document" }
  | { readonly kind: "no_event_header"; readonly header: string };

interface Ports extends Needs<typeof sendMessage> {
  readonly directory: RealmDirectory;
  readonly incomingWebhooks: readonly IncomingWebhook[];
  readonly throttle: Throttle;
}

/**
 * Posts what another service reports to a channel, or to the bot's owner. Notifies the owner if the bot is
 * misconfigured.
 */
export const receiveWebhook =
  (ports: Ports) =>
  (
    caller: Caller,
    request: WebhookRequest,
  ): TE.TaskEither<
    | CallerError
    | ChannelError
    | LimitError
    | MessageError
    | ScheduledMessageError
    | TopicError
    | UserError
    | WebhookError
    | UnreadableRequest,
    void
  > => {
    const webhook = ports.incomingWebhooks.find(({ name }) => name === request.integration);
    if (webhook === undefined) return TE.left({ kind: "unknown_integration" });
    return readAsCaller(ports.directory, caller, async (_state, bot) => {
      const sender = { ...caller, client: `Zulip${webhook.label}Webhook` };
      const notifyOwner = (problem: string) => notifyOwnerOf(ports, sender, bot, problem);

      const payload = parsed(request.document);
      if (E.isLeft(payload)) {
        await notifyOwner(
          `What came in for it is not JSON, which the ${webhook.displayName} webhook expects.`,
        );
        return payload;
      }
      const notices = translateDelivery(webhook, {
        payload: payload.right,
        header: request.header,
        options: request.options,
        hasTopic: request.topic !== undefined,
      });
      if (E.isLeft(notices)) {
        const { left: problem } = notices;
        if (problem.kind === "no_event_header")
          await notifyOwner(
            `What came in for it lacks the header \`${problem.header}\`, by which ${webhook.displayName} names its events. Is the URL that of another integration?`,
          );
        return E.left(asError(webhook, problem));
      }
      for (const notice of atMost(
        mostNotices,
        notices.right.filter((one) => isEventIncluded(one, request)),
      )) {
        const to = placeOf(bot, request, notice);
        if (E.isLeft(to)) return to;
        const send = sendMessage(ports)(sender, {
          to: to.right,
          content: storable(notice.content, longest.content),
          readBySender: true,
        });
        const sent = await send();
        if (!E.isLeft(sent)) continue;
        if (sent.left.tag !== "noSuchChannelId" && sent.left.tag !== "noSuchChannelName") return sent;
        // The other service can't fix this, but the bot's owner can.
        await notifyOwner(
          `It has something to tell in the channel \`${request.channel}\`, which does not exist.`,
        );
        return E.right(undefined);
      }
      return E.right(undefined);
    });
  };

const parsed = (document: string): E.Either<UnreadableRequest, unknown> => {
  // Parsing five megabytes of brackets takes more than a second.
  if (isTooDeep(document)) return E.left({ kind: "malformed_document" });
  try {
    return E.right(JSON.parse(document.toWellFormed()));
  } catch {
    return E.left({ kind: "malformed_document" });
  }
};

const asError = ({ label }: IncomingWebhook, problem: WebhookProblem): WebhookError | UnreadableRequest => {
  switch (problem.kind) {
    case "unsupported":
      return unsupportedEvent(label, problem.event);
    case "anomalous":
      return anomalousPayload(label);
    case "no_event_header":
      return problem;
  }
};

const isEventIncluded = (
  { event }: WebhookNotice,
  { onlyEvents, excludedEvents }: WebhookRequest,
): boolean => {
  if (event === undefined) return true;
  const isOf = (pattern: string) => matchesWildcard(event, pattern);
  return (onlyEvents === undefined || onlyEvents.some(isOf)) && !excludedEvents?.some(isOf);
};

/** Messages that one report becomes. */
const mostNotices = 50;

/** The first notices. If there are more, the last one says how many. */
const atMost = (most: number, notices: readonly WebhookNotice[]): readonly WebhookNotice[] => {
  const next = notices[most - 1];
  if (next === undefined || notices.length === most) return notices;
  const content = `${notices.length - most + 1} more notices came in the same report.`;
  return [...notices.slice(0, most - 1), { topic: next.topic, content }];
};

/** In UTF-16 units: more than a message and a topic hold. */
const longest = { content: 2 * messageLimits.contentLength + 2, topic: 1000 };

/** The beginning of a text of unknown origin, without what can't be stored. */
const storable = (text: string, length: number): string =>
  text.slice(0, length).replaceAll("\0", "").toWellFormed();

const placeOf = (
  sender: User,
  request: WebhookRequest,
  notice: WebhookNotice,
): E.Either<WebhookError, Destination> => {
  const { channel } = request;
  if (channel === undefined) {
    const ownerId = sender.bot === null ? sender.id : sender.bot.ownerId;
    return ownerId === null ? E.left(botWithoutOwner) : E.right({ kind: "direct", recipients: [ownerId] });
  }
  return E.right({
    kind: "channel",
    channel: /^\d{1,15}$/.test(channel) ? Number(channel) : channel,
    topic: request.topic ?? withoutMisleading(storable(notice.topic, longest.topic)),
  });
};

const notifyOwnerOf = async (ports: Ports, sender: Caller, bot: User, problem: string): Promise<void> => {
  const { directory, throttle } = ports;
  const owner = ownerOf(await directory.stateOf(sender.realmId), bot);
  if (!owner?.isActive) return;
  const isLimited =
    (await throttle.take("bot_notice", `${sender.realmId} ${bot.id}`)) ??
    (await throttle.take("bot_notices", `${sender.realmId} ${owner.id}`));
  if (isLimited !== undefined) return;
  const content = `Your bot ${silentMention(bot)} has a problem. ${problem}`;
  const send = sendMessage(ports)(sender, {
    to: { kind: "direct", recipients: [owner.id] },
    content,
    readBySender: true,
  });
  await send();
};
