import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { attachedRefusal } from "../../domain/submessage";
import { widgetTypeOf } from "../../domain/widget";
import { changeProblem } from "../../domain/widget-data";
import { type Caller, callerIn, type Result } from "../caller";
import { raiseByTakingPart } from "../topics/raise-policy";
import type { InTransaction } from "../transaction";
import { readableMessage } from "./message-access";
import { parseJson } from "./parse-json";
import { withReach } from "./reach-of-messages";

/** What is to be attached to a message. */
interface SubmessageInput {
  readonly messageId: number;
  readonly kind: string;
  /** JSON. */
  readonly content: string;
}

/**
 * Attaches something to a message that the caller may read: a vote, a task. Others than its sender do so only after
 * the sender did.
 */
export const attachSubmessage =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, { messageId, kind, content }: SubmessageInput): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const message = await readableMessage(tx, user.right, messageId);
      if (isLeft(message)) return message;
      const { senderId, submessages, conversation } = message.right;
      const isAuthor = senderId === caller.userId;
      if (!isAuthor && !submessages.some((one) => one.senderId === senderId))
        return left(badRequest("You cannot attach a submessage to this message."));
      const data = parseJson(content);
      if (isLeft(data)) return left(badRequest("Invalid json for submessage"));
      const problem = changeProblem(widgetTypeOf(submessages), data.right, isAuthor);
      if (problem !== undefined) return left(badRequest(problem));
      const wanted = { senderId: caller.userId, kind, content };
      const refusal = attachedRefusal(submessages, wanted);
      if (refusal !== undefined) return left(badRequest(refusal));
      const submessage = { id: tx.newId("submessage"), ...wanted };
      const reach = await withReach(tx, conversation, [messageId]);
      tx.append({ type: "submessage_added", messageId, conversation, submessage, ...reach });
      await raiseByTakingPart(tx, caller.userId, message.right);
      return right(undefined);
    });
