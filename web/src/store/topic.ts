const sign = "✔ ";

export const isResolved = (topic: string): boolean => topic.startsWith(sign);

/** Whether two names differ by nothing but the resolved mark. */
export const isSameButMark = (one: string, other: string): boolean =>
  one === sign + other || other === sign + one;

/** The topic's name without the resolved mark. */
export const withoutSign = (topic: string): string => topic.replace(/^(?:✔ )+/, "");

/** The topic's name after it is marked as resolved or unresolved. */
export const toggledName = (topic: string): string =>
  isResolved(topic) ? withoutSign(topic) : `${sign}${topic}`;
