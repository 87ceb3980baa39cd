import type { SentLink } from "../../../application/messages/link-sent-message";
import type { RealmInfo } from "../server-info";
import { emptyTopicName } from "../topic-name";

/** Escapes characters that have a meaning in a Markdown link's text. */
const escapeLinkText = (text: string): string =>
  text.replace(/[&<>*`[\]$]/g, (character) => `&#${character.charCodeAt(0)};`);

const titleOf = (place: NonNullable<SentLink["place"]>): string =>
  "people" in place
    ? escapeLinkText(place.people.join(", "))
    : `#${escapeLinkText(place.channelName)} > ${escapeLinkText(place.topic || emptyTopicName)}`;

/** The link to a sent message, as a URL and as Markdown. Level 508. */
export const encodeSentLink = ({ fragment, place }: SentLink, { url }: Pick<RealmInfo, "url">): object => {
  const messageUrl = `${url}/${fragment}`;
  return {
    message_url: messageUrl,
    ...(place && { message_link: `[${titleOf(place)} @ 💬](${messageUrl})` }),
  };
};
