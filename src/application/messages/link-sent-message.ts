import { canReadContent } from "../../domain/policy/channel-access";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { MessageReader } from "../ports/messages/message-reader";
import type { Clock } from "../ports/system/clock";
import { messageLink } from "./shared/message-link";
import type { Sent } from "./shared/new-message";

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly clock: Clock;
}

/** A link to a sent message. */
export interface SentLink {
  /** URL fragment, relative to the realm's URL. */
  readonly fragment: string;
  /** Parts of the link's text; undefined if the sender may not know the channel's name. */
  readonly place:
    | { readonly channelName: string; readonly topic: string }
    | { readonly people: readonly string[] }
    | undefined;
}

/** The link to a message the caller just sent; undefined if the message is already gone. Level 508. */
export const linkSentMessage =
  ({ directory, messages, clock }: Ports) =>
  async ({ realmId, userId }: Caller, { id, place }: Sent): Promise<SentLink | undefined> => {
    const message = place ? { id, ...place } : (await messages.byIds(realmId, [id]))[0];
    if (message === undefined) return undefined;
    const state = await directory.stateOf(realmId);
    const { conversation, topic } = message;
    const fragment = messageLink(state, message);
    if (conversation.kind === "direct") {
      const others = conversation.participants.filter((participant) => participant !== userId);
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
