/** Code points of the longest topic. */
export const topicLength = 60;

/** A topic as it is stored: trimmed, and cut at the limit with an ellipsis. */
export const normalizeTopic = (topic: string): string => {
  const points = [...topic.trim()];
  return points.length <= topicLength ? points.join("") : `${points.slice(0, topicLength - 3).join("")}...`;
};

/** Prefix of resolved topics. */
export const resolvedPrefix = "✔ ";

/** The topic's name, whether it is resolved or not. */
export const withoutResolvedPrefix = (topic: string): string =>
  topic.startsWith(resolvedPrefix) ? topic.slice(resolvedPrefix.length) : topic;

/** Whether two topics have the same name, whether or not either is resolved. */
export const sameButResolved = (topic: string, other: string): boolean =>
  withoutResolvedPrefix(topic) === withoutResolvedPrefix(other);
