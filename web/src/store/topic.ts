const sign = "✔ ";

export const isResolved = (topic: string): boolean => topic.startsWith(sign);

/** The topic's name without the resolved mark. */
const withoutSign = (topic: string): string => topic.replace(/^(?:✔ )+/, "");

/** The topic's name after it is marked as resolved or unresolved. */
export const toggledName = (topic: string): string =>
  isResolved(topic) ? withoutSign(topic) : `${sign}${topic}`;
