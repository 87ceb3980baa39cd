/** Where a part of a topic leads. API §4.21. */
export interface TopicLink {
  readonly text: string;
  readonly url: string;
}

/** A link at its place in a topic, in UTF-16 units. */
export interface PlacedLink extends TopicLink {
  readonly start: number;
}

const overlap = (one: PlacedLink, other: PlacedLink): boolean =>
  one.start < other.start + other.text.length && other.start < one.start + one.text.length;

/** What a browser would run or show in the place of a page; it reads past white space and control characters. */
const isScript = (url: string): boolean =>
  /^(?:javascript|data|vbscript):/i.test(url.replace(/[\p{Cc}\p{Z}]/gu, ""));

/** The links of a topic from left to right, of those found: what comes first in the list wins over what it overlaps. */
export const linksAmong = (found: readonly PlacedLink[]): readonly TopicLink[] => {
  const kept: PlacedLink[] = [];
  for (const link of found)
    if (!isScript(link.url) && !kept.some((other) => overlap(link, other))) kept.push(link);
  return kept.sort((a, b) => a.start - b.start).map(({ text, url }) => ({ text, url }));
};
