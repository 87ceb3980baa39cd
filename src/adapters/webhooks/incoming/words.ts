/** A link. Brackets in its text would end it. */
export const link = (text: string, url: string): string => `[${text.replace(/[[\]]/g, "")}](${url})`;

/** Who did something. */
export const who = (name: string): string => `**${name}**`;

export const code = (text: string): string => `\`${text.replaceAll("`", "'")}\``;

/** Longer than any run of the sign inside, so that a text can't end the block that it is in. */
const fence = (text: string): string =>
  "~".repeat(Math.max(3, ...[...text.matchAll(/~+/g)].map(([run]) => run.length + 1)));

/** What somebody wrote, as a quotation below; nothing where they wrote nothing. */
export const quoted = (text: string | null | undefined): string => {
  // Templates of issues and merge requests explain themselves in comments.
  const shown = (text ?? "").replace(/<!--[\s\S]*?-->/g, "").trim();
  return shown === "" ? "" : `\n\n${fence(shown)} quote\n${shown}\n${fence(shown)}`;
};

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

export const shortHash = (hash: string): string => hash.slice(0, 11);

export const branchOf = (ref: string): string => ref.replace(/^refs\/(heads|tags)\//, "");

/** Whether a branch is among those that the URL names, as `main,develop`; all are where it names none. */
export const isWanted = (branch: string, branches: string | undefined): boolean =>
  branches === undefined ||
  branches
    .split(",")
    .map((one) => one.trim())
    .includes(branch);

/** The words for a key that came from outside, if there are any. */
export const wordsFor = <A>(words: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined;

export interface Commit {
  readonly id: string;
  readonly message: string;
  readonly url: string;
  readonly author: string;
}

const mostCommits = 20;

/** A list of commits, the first line of each. */
export const commitList = (commits: readonly Commit[]): string => {
  const authors = new Set(commits.map(({ author }) => author));
  const lines = commits
    .slice(0, mostCommits)
    .map(
      ({ id, message, url, author }) =>
        `* ${message.split("\n")[0] ?? ""} (${link(shortHash(id), url)}${authors.size > 1 ? `, ${author}` : ""})`,
    );
  const more = commits.length - lines.length;
  return [...lines, ...(more > 0 ? [`* … and ${count(more, "more commit")}`] : [])].join("\n");
};
