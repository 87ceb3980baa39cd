const fence = /^(?<fence>~{3,}|`{3,}) *(?:\{?\.?(?<language>[\w+,\-./#]+) *(?<header>[^ ~`][^~`]*)?\}?)?$/;

/** A line that opens a fenced part of a message: code, a formula, a quotation or a spoiler. */
export interface Fence {
  /** A line of nothing else closes it. */
  readonly fence: string;
  /** Empty without one. */
  readonly language: string;
  readonly header: string | undefined;
}

/** The fence that a line without tabs opens. Fences must start at the beginning of the line. */
export const fenceOpenedBy = (line: string): Fence | undefined => {
  if (!line.startsWith("```") && !line.startsWith("~~~")) return undefined;
  const found = fence.exec(line)?.groups;
  if (found?.fence === undefined) return undefined;
  return { fence: found.fence, language: found.language ?? "", header: found.header };
};
