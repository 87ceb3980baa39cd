import type { SentLink } from "../../../application/messages/link-sent";
import type { RealmFacts } from "../request-context";
import { emptyTopicName } from "./message";

/** Characters that would end a link's text, or begin something else in it. */
const plain = (text: string): string => text.replace(/[&<>*`[\]$]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const titleOf = (place: NonNullable<SentLink["place"]>): string =>
  "people" in place
    ? plain(place.people.join(", "))
    : `#${plain(place.channelName)} > ${plain(place.topic || emptyTopicName)}`;

/** Where a sent message is shown, as an address and as Markdown. Level 508. */
export const encodeSentLink = ({ fragment, place }: SentLink, { url }: Pick<RealmFacts, "url">): object => {
  const messageUrl = `${url}/${fragment}`;
  return {
    message_url: messageUrl,
    ...(place && { message_link: `[${titleOf(place)} @ 💬](${messageUrl})` }),
  };
};
