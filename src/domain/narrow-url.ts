/** A part of a URL's fragment, with `.` where a percent sign would be. */
const encodePart = (part: string): string =>
  encodeURIComponent(part)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll(".", "%2E")
    .replaceAll("%", ".");

/** Where clients show a channel, or a topic of it, at one of its messages. */
export const narrowUrl = (
  { id, name }: { readonly id: number; readonly name: string },
  topic?: string,
  at?: { readonly operator: "near" | "with"; readonly messageId: number },
): string =>
  [
    `/#narrow/channel/${id}-${encodePart(name.replaceAll(" ", "-"))}`,
    ...(topic === undefined ? [] : ["topic", encodePart(topic)]),
    ...(at === undefined ? [] : [at.operator, `${at.messageId}`]),
  ].join("/");
