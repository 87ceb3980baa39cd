import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { ScheduledMessageId } from "../../domain/ids";
import type { LimitError } from "../../domain/limit-refusals";
import { type MessageChangeError, nothingToChange } from "../../domain/messages/change-refusals";
import type { MessageError } from "../../domain/messages/refusals";
import {
  notInTheFuture,
  recipientRequired,
  type ScheduledMessageError,
  topicRequired,
} from "../../domain/scheduled-messages/refusals";
import type { ScheduledMessage } from "../../domain/scheduled-messages/scheduled-message";
import type { TopicError } from "../../domain/topics/refusals";
import type { UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { sizeOf } from "../../domain/users/user-list-limits";
import { findScheduledMessage } from "../access/find-scheduled-message";
import { actingAs } from "../as-caller";
import type { Caller } from "../caller";
import { type RenderPorts, renderOutsideAs } from "../messages/render-message";
import { checkContent } from "../messages/shared/message-target";
import { type RenderedOutside, renderedInLane } from "../messages/shared/rendered-outside";
import type { InTransaction, Transaction } from "../transaction";
import { checkListRoom } from "../users/shared/list-limit";
import {
  asDestinationInput,
  checkDeliveryTime,
  checkScheduledDestination,
  type ScheduledDestinationInput,
} from "./shared/check-scheduled-message";

interface Ports extends RenderPorts {
  readonly inTransaction: InTransaction;
}

/** Undefined leaves a field unchanged. */
type ScheduledChange = Readonly<
  Partial<ScheduledDestinationInput> & { content?: string | undefined; deliverAt?: number | undefined }
>;

const checkChange = ({
  kind,
  to,
  topic,
  content,
  deliverAt,
}: ScheduledChange): E.Either<MessageChangeError | ScheduledMessageError, undefined> => {
  if ([kind, to, topic, content, deliverAt].every((one) => one === undefined)) return E.left(nothingToChange);
  if (kind !== undefined && to === undefined) return E.left(recipientRequired);
  return kind === "channel" && topic === undefined ? E.left(topicRequired) : E.right(undefined);
};

/** Changes the destination, content or time of a scheduled message. One that failed needs a new time. */
export const updateScheduledMessage =
  (ports: Ports) =>
  (
    caller: Caller,
    scheduledId: ScheduledMessageId,
    change: ScheduledChange,
  ): TaskEither<
    | CallerError
    | ChannelError
    | LimitError
    | MessageChangeError
    | MessageError
    | ScheduledMessageError
    | TopicError
    | UserError,
    void
  > =>
  async () => {
    const allowed = checkChange(change);
    if (E.isLeft(allowed)) return allowed;
    const content = change.content === undefined ? undefined : checkContent(change.content);
    if (content && E.isLeft(content)) return content;
    const outside = content && (await renderOutsideAs(ports, caller, content.right)());
    if (outside && E.isLeft(outside)) return outside;
    return ports.inTransaction(
      caller,
      actingAs(caller, async (tx, user) => {
        const { deliverAt } = change;
        const time = deliverAt === undefined ? E.right(undefined) : checkDeliveryTime(deliverAt, tx.now);
        if (E.isLeft(time)) return time;
        const before = await findScheduledMessage(tx, caller, scheduledId);
        if (E.isLeft(before)) return before;
        if (before.right.failure !== null && deliverAt === undefined) return E.left(notInTheFuture);
        const previous = asDestinationInput(before.right.place, caller.userId);
        const { kind = previous.kind, to = previous.to, topic = previous.topic } = change;
        const destination = await checkScheduledDestination(tx, caller, { kind, to, topic });
        if (E.isLeft(destination)) return destination;
        const text = textInLane(ports, tx, user, outside?.right);
        if (E.isLeft(text)) return text;
        const scheduled: ScheduledMessage = {
          ...before.right,
          ...text.right,
          place: destination.right,
          client: caller.client,
          failure: null,
          deliverAt: deliverAt ?? before.right.deliverAt,
        };
        const grows = textSize(scheduled) - textSize(before.right);
        const room = await checkListRoom(tx, caller, "scheduled", { count: 0, size: grows });
        if (E.isLeft(room)) return room;
        tx.append({ type: "scheduled_set", userId: caller.userId, scheduled, isNew: false });
        return E.right(undefined);
      }),
    );
  };

const textSize = ({ content, renderedContent }: ScheduledMessage): number => sizeOf(content, renderedContent);

/** The new text as the lane's state renders it. */
const textInLane = (
  ports: Ports,
  tx: Transaction,
  user: User,
  outside: RenderedOutside | undefined,
): E.Either<LimitError | MessageError, Partial<Pick<ScheduledMessage, "content" | "renderedContent">>> =>
  outside === undefined
    ? E.right({})
    : pipe(
        renderedInLane(ports, tx, user, outside),
        E.map(({ html }) => ({ content: outside.source, renderedContent: html })),
      );
