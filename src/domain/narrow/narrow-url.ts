import type { ChannelId, MessageId } from "../ids";

/** Encodes one segment of a URL fragment, with `.` in place of `%`. */
const encodePart = (part: string): string =>
  encodeURIComponent(part)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll(".", "%2E")
    .replaceAll("%", ".");

/** The fragment of the URL at which clients show a channel or topic, optionally at one message. */
export const narrowFragment = (
  { id, name }: { readonly id: ChannelId; readonly name: string },
  topic?: string,
  at?: { readonly operator: "near" | "with"; readonly messageId: MessageId },
): string =>
  [
    `#narrow/channel/${id}-${encodePart(name.replaceAll(" ", "-"))}`,
    ...(topic === undefined ? [] : ["topic", encodePart(topic)]),
    ...(at === undefined ? [] : [at.operator, `${at.messageId}`]),
  ].join("/");

/** The relative URL at which clients show a channel or topic, optionally at one message. */
export const narrowUrl = (...at: Parameters<typeof narrowFragment>): string => `/${narrowFragment(...at)}`;
