/** A Markdown link. Removes brackets from the text, which would end it. */
export const link = (text: string, url: string): string => `[${text.replace(/[[\]]/g, "")}](${url})`;

/** The bold name of a user. */
export const who = (name: string): string => `**${name}**`;

export const code = (text: string): string => `\`${text.replaceAll("`", "'")}\``;

/** A fence longer than any run of tildes in the text, so that the text can't close it. */
const fence = (text: string): string => {
  let longest = 2;
  for (const [run] of text.matchAll(/~+/g)) longest = Math.max(longest, run.length);
  return "~".repeat(longest + 1);
};

/** Removes HTML comments, in which issues and merge requests have the instructions of their templates. */
const withoutComments = (text: string): string => {
  let rest = "";
  for (let at = 0; ; ) {
    const begin = text.indexOf("<!--", at);
    const end = begin < 0 ? -1 : text.indexOf("-->", begin + 4);
    if (end < 0) return rest + text.slice(at);
    rest += text.slice(at, begin);
    at = end + 3;
  }
};

/** In UTF-16 units: more than a message holds. */
const longestQuote = 20_000;

/** Quotes a text below the notice; empty for an empty text. */
export const quoted = (text: string | null | undefined): string => {
  const shown = withoutComments(text ?? "")
    .trim()
    .slice(0, longestQuote);
  if (shown === "") return "";
  const tildes = fence(shown);
  return `\n\n${tildes} quote\n${shown}\n${tildes}`;
};

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

export const shortHash = (hash: string): string => hash.slice(0, 11);

export const branchOf = (ref: string): string => ref.replace(/^refs\/(heads|tags)\//, "");

/** Whether the URL's comma-separated list includes the branch. Without a list, every branch is included. */
export const isBranchIncluded = (branch: string, branches: string | undefined): boolean =>
  branches === undefined ||
  branches
    .split(",")
    .map((one) => one.trim())
    .includes(branch);

/** Looks up a key from outside, ignoring inherited properties. */
export const lookUp = <A>(table: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

export interface Commit {
  readonly id: string;
  readonly message: string;
  readonly url: string;
  readonly author: string;
}

const maxCommits = 20;

/** A list of commits with the first line of each message. */
export const commitList = (commits: readonly Commit[]): string => {
  const authors = new Set(commits.map(({ author }) => author));
  const lines = commits
    .slice(0, maxCommits)
    .map(
      ({ id, message, url, author }) =>
        `* ${message.split("\n")[0] ?? ""} (${link(shortHash(id), url)}${authors.size > 1 ? `, ${author}` : ""})`,
    );
  const more = commits.length - lines.length;
  return [...lines, ...(more > 0 ? [`* … and ${count(more, "more commit")}`] : [])].join("\n");
};
