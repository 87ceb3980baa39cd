import { canReadContent } from "../../domain/channel-access";
import type { Caller } from "../caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { RealmDirectory } from "../realm-directory";
import { messageLink } from "./message-link";
import type { Sent } from "./send-message";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly clock: Clock;
}

/** Where clients show a sent message. */
export interface SentLink {
  /** The part of its address behind the realm's. */
  readonly fragment: string;
  /** What a link to it says; undefined where the sender may not know what the channel is called. */
  readonly place:
    | { readonly channelName: string; readonly topic: string }
    | { readonly people: readonly string[] }
    | undefined;
}

/** The link to a message that the caller has sent; undefined where it is gone already. Level 508. */
export const linkSent =
  ({ directory, messages, clock }: Ports) =>
  async ({ realmId, userId }: Caller, { id, place }: Sent): Promise<SentLink | undefined> => {
    const message = place ? { id, ...place } : (await messages.byIds(realmId, [id]))[0];
    if (message === undefined) return undefined;
    const state = await directory.of(realmId);
    const { conversation, topic } = message;
    const fragment = messageLink(state, message);
    if (conversation.kind === "direct") {
      const others = conversation.participants.filter((one) => one !== userId);
      const people = (others.length > 0 ? others : [userId]).map(
        (one) => state.users.get(one)?.fullName ?? "",
      );
      return { fragment, place: { people } };
    }
    const sender = state.users.get(userId);
    const channel = state.channels.get(conversation.channelId);
    return sender && channel && canReadContent(state, sender, channel, clock.now())
      ? { fragment, place: { channelName: channel.name, topic } }
      : { fragment: fragment.replace(/^(#narrow\/channel\/\d+)-[^/]*/, "$1"), place: undefined };
  };
