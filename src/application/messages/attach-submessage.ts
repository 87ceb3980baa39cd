import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { MessageId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import {
  cannotAttachSubmessage,
  invalidSubmessage,
  invalidSubmessageJson,
  type MessageError,
} from "../../domain/messages/refusals";
import { checkAttached, checkSubmessageLengths } from "../../domain/messages/submessage";
import { widgetTypeOf } from "../../domain/messages/widget";
import { changeProblem } from "../../domain/messages/widget-data";
import { readableHead } from "../access/message-access";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { raiseByTakingPart } from "../topics/shared/raise-policy";
import type { InTransaction } from "../transaction";
import { parseJson } from "./internal/parse-json";
import { withReach } from "./shared/reach-of-messages";

/** A submessage as a client sends it. */
interface SubmessageInput {
  readonly messageId: MessageId;
  readonly kind: string;
  /** JSON. */
  readonly content: string;
}

/**
 * Attaches a submessage, such as a vote or a task, to a message the caller may read. Only messages to which their own
 * sender attached something accept submessages from others.
 */
export const attachSubmessage =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    { messageId, kind, content }: SubmessageInput,
  ): TaskEither<CallerError | InputError | MessageError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const lengths = checkSubmessageLengths(kind, content);
      if (E.isLeft(lengths)) return lengths;
      const message = await readableHead(tx, user, messageId);
      if (E.isLeft(message)) return message;
      const { senderId, conversation } = message.right;
      const isAuthor = senderId === caller.userId;
      const attached = await tx.messages.attachedSoFar(tx.state.realm.id, messageId, caller.userId);
      if (!isAuthor && !attached.isByAuthor) return E.left(cannotAttachSubmessage);
      const data = parseJson(content);
      if (E.isLeft(data)) return E.left(invalidSubmessageJson);
      const problem = changeProblem(widgetTypeOf(attached.widgetStart), data.right, isAuthor);
      if (problem !== undefined) return E.left(invalidSubmessage(problem));
      const allowed = checkAttached(attached, { kind, content });
      if (E.isLeft(allowed)) return allowed;
      const submessage = { id: tx.newId("submessage"), senderId: caller.userId, kind, content };
      const reach = await withReach(tx, conversation, [messageId]);
      tx.append({ type: "submessage_added", messageId, conversation, submessage, ...reach });
      await raiseByTakingPart(tx, caller.userId, message.right);
      return E.right(undefined);
    });
