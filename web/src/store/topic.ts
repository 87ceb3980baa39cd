const sign = "✔ ";

export const isResolved = (topic: string): boolean => topic.startsWith(sign);

/** The topic's name without the sign that it is done with. */
const withoutSign = (topic: string): string => topic.replace(/^(?:✔ )+/, "");

/** The name that a topic has once it is done with, or is no longer. */
export const toggledName = (topic: string): string =>
  isResolved(topic) ? withoutSign(topic) : `${sign}${topic}`;
