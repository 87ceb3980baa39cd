import { type Either, isLeft, left, right } from "fp-ts/Either";
import {
  type ApiError,
  anomalousPayload,
  badRequest,
  malformedJson,
  noEventHeader,
  noSuchEndpoint,
  unsupportedEvent,
} from "../../domain/errors";
import type { User } from "../../domain/user";
import { matchesWildcard } from "../../domain/wildcard";
import { type Caller, callerIn, type Result } from "../caller";
import type { Destination } from "../messages/message-target";
import { silentMention } from "../messages/notice";
import { sendMessage } from "../messages/send-message";
import type {
  IncomingWebhook,
  WebhookDelivery,
  WebhookNotice,
  WebhookProblem,
} from "../ports/incoming-webhook";
import type { Throttle } from "../ports/throttle";
import type { RealmDirectory } from "../realm-directory";
import type { Needs } from "../together";

/** A request of another program's, in its own form. */
interface WebhookRequest extends Omit<WebhookDelivery, "payload" | "hasTopic"> {
  /** Which program's form it has. */
  readonly integration: string;
  /** A JSON document, as text. */
  readonly document: string;
  /** By name, or by id in digits; undefined for a direct message to the bot's owner. */
  readonly channel: string | undefined;
  readonly topic: string | undefined;
  /** Patterns of events: no others are told, or none of these. */
  readonly onlyEvents: readonly string[] | undefined;
  readonly excludedEvents: readonly string[] | undefined;
}

interface Ports extends Needs<typeof sendMessage> {
  readonly directory: RealmDirectory;
  readonly incomingWebhooks: readonly IncomingWebhook[];
  readonly throttle: Throttle;
}

/** Tells in a channel, or a bot's owner, what another program reports. A bot that is set up wrongly tells its owner. */
export const receiveWebhook =
  (ports: Ports) =>
  (caller: Caller, request: WebhookRequest): Result<void> =>
  async () => {
    const webhook = ports.incomingWebhooks.find(({ name }) => name === request.integration);
    if (webhook === undefined) return left(noSuchEndpoint);
    const bot = callerIn(await ports.directory.of(caller.realmId), caller);
    if (isLeft(bot)) return bot;
    const sender = { ...caller, client: `Zulip${webhook.label}Webhook` };
    const tell = (problem: string) => tellOwner(ports, sender, bot.right, problem);

    const payload = parsed(request.document);
    if (isLeft(payload)) {
      await tell(`What came in for it is not JSON, which the ${webhook.displayName} webhook expects.`);
      return payload;
    }
    const notices = webhook.translate({
      payload: payload.right,
      header: request.header,
      options: request.options,
      hasTopic: request.topic !== undefined,
    });
    if (isLeft(notices)) {
      const { left: problem } = notices;
      if (problem.kind === "no_event_header")
        await tell(
          `What came in for it lacks the header \`${problem.header}\`, by which ${webhook.displayName} names its events. Is the URL that of another integration?`,
        );
      return left(asError(webhook, problem));
    }
    for (const notice of notices.right) {
      if (!isWanted(notice, request)) continue;
      const to = placeOf(bot.right, request, notice);
      if (isLeft(to)) return to;
      const sent = await sendMessage(ports)(sender, {
        to: to.right,
        content: clean(notice.content),
        readBySender: true,
      })();
      if (!isLeft(sent)) continue;
      if (sent.left.code !== "CHANNEL_DOES_NOT_EXIST") return sent;
      // The other program can't mend that, but the bot's owner can.
      await tell(`It has something to tell in the channel \`${request.channel}\`, which does not exist.`);
      return right(undefined);
    }
    return right(undefined);
  };

const parsed = (document: string): Either<ApiError, unknown> => {
  try {
    return right(JSON.parse(document.toWellFormed()));
  } catch {
    return left(malformedJson);
  }
};

const asError = ({ label }: IncomingWebhook, problem: WebhookProblem): ApiError => {
  switch (problem.kind) {
    case "unsupported":
      return unsupportedEvent(label, problem.event);
    case "anomalous":
      return anomalousPayload(label);
    case "no_event_header":
      return noEventHeader(problem.header);
  }
};

const isWanted = ({ event }: WebhookNotice, { onlyEvents, excludedEvents }: WebhookRequest): boolean => {
  if (event === undefined) return true;
  const isOf = (pattern: string) => matchesWildcard(event, pattern);
  return (onlyEvents === undefined || onlyEvents.some(isOf)) && !excludedEvents?.some(isOf);
};

/** What can't be kept of a text that comes from anywhere. */
const clean = (text: string): string => text.replaceAll("\0", "").toWellFormed();

const placeOf = (
  sender: User,
  request: WebhookRequest,
  notice: WebhookNotice,
): Either<ApiError, Destination> => {
  const { channel } = request;
  if (channel === undefined) {
    const ownerId = sender.bot === null ? sender.id : sender.bot.ownerId;
    return ownerId === null
      ? left(badRequest("This bot has no owner to write to: a channel is needed"))
      : right({ kind: "direct", recipients: [ownerId] });
  }
  return right({
    kind: "channel",
    channel: /^\d{1,15}$/.test(channel) ? Number(channel) : channel,
    topic: request.topic ?? clean(notice.topic).replace(/\p{Cc}+/gu, " "),
  });
};

const tellOwner = async (
  ports: Ports,
  sender: Caller,
  { id, bot, fullName }: User,
  problem: string,
): Promise<void> => {
  const { directory, throttle } = ports;
  const owner = (await directory.of(sender.realmId)).users.get(bot?.ownerId ?? -1);
  if (!owner?.isActive || (await throttle.take("bot_notice", `${sender.realmId} ${id}`)) !== undefined)
    return;
  const content = `Your bot ${silentMention({ id, fullName })} has a problem. ${problem}`;
  await sendMessage(ports)(sender, {
    to: { kind: "direct", recipients: [owner.id] },
    content,
    readBySender: true,
  })();
};
