import { createHash } from "node:crypto";
import type { Config } from "../../config/config";

/** Settings that must be the same on all nodes, beside the bus and the storage. */
export type ComparedConfig = Pick<
  Config,
  "archiveDays" | "auditDays" | "mode" | "oidcIssuer" | "orphanDays" | "push" | "smtpUrl" | "url"
>;

/** Where mail goes, by the first of the letters. */
const mailGoes = {
  s: "to the mail server",
  c: "to /development/mail",
  p: "to the log",
} as const;
type MailLetter = keyof typeof mailGoes;

const mailLetterOf = ({ smtpUrl, mode }: Pick<Config, "mode" | "smtpUrl">): MailLetter =>
  smtpUrl !== undefined ? "s" : mode === "development" ? "c" : "p";

const readMail = (letters: string): MailLetter | undefined => {
  const first = letters.charAt(0);
  return first === "s" || first === "c" || first === "p" ? first : undefined;
};

interface Setting {
  readonly variable: string;
  readonly read: (config: ComparedConfig) => unknown;
  /** What happens if nodes differ. */
  readonly consequence: string;
}

const fewestDays = "the node with the fewest days removes them for good";

/** In the order in which their letters follow, two each: names without room lack the last ones. */
const settings: readonly Setting[] = [
  {
    variable: "PARLEY_ARCHIVE_DAYS",
    read: ({ archiveDays }) => archiveDays,
    consequence: `of deleted messages, ${fewestDays}`,
  },
  {
    variable: "PARLEY_AUDIT_DAYS",
    read: ({ auditDays }) => auditDays,
    consequence: `of entries of the audit log, ${fewestDays}`,
  },
  {
    variable: "PARLEY_ORPHAN_DAYS",
    read: ({ orphanDays }) => orphanDays,
    consequence: `of files without a message, ${fewestDays}`,
  },
  {
    variable: "PARLEY_PUSH",
    read: ({ push }) => push,
    consequence: "a node that can't send a notification drops it",
  },
  {
    variable: "PARLEY_OIDC_ISSUER",
    read: ({ oidcIssuer }) => oidcIssuer,
    consequence: "people can't log in with it everywhere",
  },
  {
    variable: "PARLEY_URL",
    read: ({ url }) => url,
    consequence: "links in mail lead to different addresses",
  },
];

const alphabet = "abcdefghijklmnopqrstuvwxyz";

/** Two letters of a hash. In one of 676 cases, different values have the same. */
const lettersFor = (value: unknown): string =>
  [
    ...createHash("sha256")
      .update(JSON.stringify(value ?? null))
      .digest()
      .subarray(0, 2),
  ]
    .map((byte) => alphabet.charAt(byte % alphabet.length))
    .join("");

/** A node's settings, short enough for the names of its connections. */
export const settingsLetters = (config: ComparedConfig): string =>
  [mailLetterOf(config), ...settings.map(({ read }) => lettersFor(read(config)))].join("");

/** Whether a node with these letters sends mail to people. */
export const sendsMail = (letters = ""): boolean => {
  const mail = readMail(letters);
  return mail !== undefined && mail !== "p";
};

/** A setting in which another node differs. */
interface Difference {
  readonly variable: string;
  /** For the operator, with the other node's name. */
  readonly sentence: (other: string) => string;
}

const advice = "Set the same on all nodes";

/** The settings in which a node with these letters certainly differs. */
export const settingsDifferences = (config: ComparedConfig, letters = ""): readonly Difference[] => {
  const own = settingsLetters(config);
  const mail = readMail(letters);
  if (mail === undefined) return [];
  const ownMail = mailLetterOf(config);
  const differences: Difference[] = [];
  if (mail !== ownMail)
    differences.push({
      variable: "PARLEY_SMTP_URL",
      sentence: (other) =>
        `Mail goes ${mailGoes[ownMail]} here and ${mailGoes[mail]} on ${other}: a node that can only print mail leaves it to the others. Set the same PARLEY_SMTP_URL on all nodes`,
    });
  for (const [index, { variable, consequence }] of settings.entries()) {
    const [begin, end] = [1 + 2 * index, 3 + 2 * index];
    if (letters.length < end || letters.slice(begin, end) === own.slice(begin, end)) continue;
    differences.push({
      variable,
      sentence: (other) => `${variable} isn't the same here and on ${other}: ${consequence}. ${advice}`,
    });
  }
  return differences;
};
