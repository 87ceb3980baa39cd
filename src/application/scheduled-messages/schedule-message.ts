import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { ScheduledMessageId } from "../../domain/ids";
import type { LimitError } from "../../domain/limit-refusals";
import type { MessageError } from "../../domain/messages/refusals";
import type { ScheduledMessageError } from "../../domain/scheduled-messages/refusals";
import type { TopicError } from "../../domain/topics/refusals";
import type { UserError } from "../../domain/users/refusals";
import { sizeOf } from "../../domain/users/user-list-limits";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { type RenderPorts, renderOutsideAs } from "../messages/render-message";
import { checkContent } from "../messages/shared/message-target";
import { renderedInLane } from "../messages/shared/rendered-outside";
import type { InTransaction } from "../transaction";
import { checkListRoom } from "../users/shared/list-limit";
import {
  checkDeliveryTime,
  checkScheduledDestination,
  type ScheduledDestinationInput,
} from "./shared/check-scheduled-message";

interface Ports extends RenderPorts {
  readonly inTransaction: InTransaction;
}

/** A message to send at a given time. */
export interface NewScheduledMessage extends ScheduledDestinationInput {
  /** Markdown. */
  readonly content: string;
  /** Unix seconds. */
  readonly deliverAt: number;
  readonly readBySender: boolean | "unless to self";
}

/** Schedules a message. Returns its id. Fails if the caller could not send it now. */
export const scheduleMessage =
  (ports: Ports) =>
  (
    caller: Caller,
    input: NewScheduledMessage,
  ): TaskEither<
    CallerError | ChannelError | LimitError | MessageError | ScheduledMessageError | TopicError | UserError,
    ScheduledMessageId
  > =>
  async () => {
    const content = checkContent(input.content);
    if (E.isLeft(content)) return content;
    const outside = await renderOutsideAs(ports, caller, content.right)();
    if (E.isLeft(outside)) return outside;
    return asCaller(ports.inTransaction, caller, async (tx, user) => {
      const deliverAt = checkDeliveryTime(input.deliverAt, tx.now);
      if (E.isLeft(deliverAt)) return deliverAt;
      const destination = await checkScheduledDestination(tx, caller, input);
      if (E.isLeft(destination)) return destination;
      const rendered = renderedInLane(ports, tx, user, outside.right);
      if (E.isLeft(rendered)) return rendered;
      const size = sizeOf(content.right, rendered.right.html);
      const room = await checkListRoom(tx, caller, "scheduled", { count: 1, size });
      if (E.isLeft(room)) return room;
      const isToSelf = destination.right.kind === "direct" && destination.right.userIds.length === 1;
      const id = tx.newId("scheduled_message");
      const scheduled = {
        id,
        deliverAt: deliverAt.right,
        place: destination.right,
        content: content.right,
        renderedContent: rendered.right.html,
        client: caller.client,
        readBySender: input.readBySender === "unless to self" ? !isToSelf : input.readBySender,
        failure: null,
      };
      tx.append({ type: "scheduled_set", userId: caller.userId, scheduled, isNew: true });
      return E.right(id);
    })();
  };
