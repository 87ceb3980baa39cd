import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { sizeOf } from "../../domain/own-lists";
import type { ScheduledMessage } from "../../domain/scheduled-message";
import { type Caller, callerIn, type Result } from "../caller";
import { checkContent } from "../messages/message-target";
import { type RenderPorts, renderAs } from "../messages/render-message";
import { fullRefusal } from "../own-list-refusal";
import type { InTransaction } from "../transaction";
import { asWanted, checkPlace, isInTheFuture, notInTheFuture, type WantedPlace } from "./check-scheduled";
import { findScheduled } from "./find-scheduled";

interface Ports extends RenderPorts {
  readonly inTransaction: InTransaction;
}

/** What is undefined stays. */
type ScheduledChange = Readonly<
  Partial<WantedPlace> & { content?: string | undefined; deliverAt?: number | undefined }
>;

const refusalOf = ({ kind, to, topic, content, deliverAt }: ScheduledChange): ApiError | undefined => {
  if ([kind, to, topic, content, deliverAt].every((one) => one === undefined))
    return badRequest("Nothing to change");
  if (kind !== undefined && to === undefined)
    return badRequest("Recipient required when updating type of scheduled message.");
  return kind === "channel" && topic === undefined
    ? badRequest("Topic required when updating scheduled message type to channel.")
    : undefined;
};

/** Changes where a message goes, what it says, or when. One that failed needs a new time. */
export const updateScheduled =
  (ports: Ports) =>
  (caller: Caller, scheduledId: number, change: ScheduledChange): Result<void> =>
  async () => {
    const refusal = refusalOf(change);
    if (refusal) return left(refusal);
    const text = await renderedText(ports, caller, change.content);
    if (isLeft(text)) return text;
    return ports.inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const { deliverAt } = change;
      if (deliverAt !== undefined && !isInTheFuture(deliverAt, tx.now)) return left(notInTheFuture);
      const before = await findScheduled(tx, caller, scheduledId);
      if (isLeft(before)) return before;
      if (before.right.failure !== null && deliverAt === undefined) return left(notInTheFuture);
      const was = asWanted(before.right.place, caller.userId);
      const { kind = was.kind, to = was.to, topic = was.topic } = change;
      const place = await checkPlace(tx, caller, { kind, to, topic });
      if (isLeft(place)) return place;
      const scheduled: ScheduledMessage = {
        ...before.right,
        ...text.right,
        place: place.right,
        client: caller.client,
        failure: null,
        deliverAt: deliverAt ?? before.right.deliverAt,
      };
      const grows = textSize(scheduled) - textSize(before.right);
      const full = await fullRefusal(tx, caller, "scheduled", { count: 0, size: grows });
      if (full) return left(full);
      tx.append({ type: "scheduled_set", userId: caller.userId, scheduled, isNew: false });
      return right(undefined);
    })();
  };

const textSize = ({ content, renderedContent }: ScheduledMessage): number => sizeOf(content, renderedContent);

const renderedText = async (
  ports: RenderPorts,
  caller: Caller,
  wanted: string | undefined,
): Promise<Either<ApiError, Partial<Pick<ScheduledMessage, "content" | "renderedContent">>>> => {
  if (wanted === undefined) return right({});
  const content = checkContent(wanted);
  if (isLeft(content)) return content;
  const rendered = await renderAs(ports, caller, content.right);
  if (isLeft(rendered)) return rendered;
  return right({ content: content.right, renderedContent: rendered.right.html });
};
