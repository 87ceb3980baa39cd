import type { App } from "../../app/app";
import { focusWithLeastScroll } from "../../list/reading-focus";
import type { Message } from "../../wire/wire";

/** Whether a message is hidden because the user has muted its sender and hasn't asked to see it. */
export const isHiddenMessage = ({ store, revealed }: App, { id, sender_id }: Message): boolean =>
  store.mutedUsers.value.has(sender_id) && !revealed.value.has(id);

/** Shows a hidden message, or hides it again, as long as the window lives. The focus stays on the message. */
export const setRevealed = ({ revealed }: App, id: number, isRevealed: boolean): void => {
  const next = new Set(revealed.peek());
  if (isRevealed) next.add(id);
  else next.delete(id);
  revealed.value = next;
  focusWithLeastScroll(document.getElementById(`message-${id}`));
};
