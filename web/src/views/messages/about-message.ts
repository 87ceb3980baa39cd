import { mayPass } from "../../api/http";
import { fetchMessage } from "../../api/requests";
import { messageActionWords } from "../../words/en-message-actions";

const isGone = (id: number): Promise<boolean> =>
  fetchMessage(id).then(
    () => false,
    (error) => !mayPass(error),
  );

/** A request about a message. If the message has been deleted, its error says so: the server's own doesn't. */
export const aboutMessage = async <A>(id: number, request: Promise<A>): Promise<A> => {
  try {
    return await request;
  } catch (error) {
    throw !mayPass(error) && (await isGone(id)) ? new Error(messageActionWords.alreadyDeleted) : error;
  }
};

/** A message as its author typed it. */
export const sourceOf = async (id: number): Promise<string> =>
  (await aboutMessage(id, fetchMessage(id))).raw_content;
