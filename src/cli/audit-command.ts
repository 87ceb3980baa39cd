import { type Command, InvalidArgumentError, Option } from "commander";
import { exportAuditLog } from "../application/audit/export-audit-log";
import { realmBySubdomain } from "../application/realm/realm-by-subdomain";
import type { Needs } from "../application/together";
import {
  type AuditTarget,
  auditKinds,
  auditTargets,
  type LoggedAuditEntry,
} from "../domain/audit/audit-entry";

type Services = Needs<typeof exportAuditLog | typeof realmBySubdomain>;
type WithApplication = (run: (services: Services) => Promise<void>) => Promise<void>;

interface Options {
  readonly actor?: number;
  readonly kind?: readonly string[];
  readonly target?: AuditTarget;
  readonly since?: number;
  readonly until?: number;
  readonly limit?: number;
  readonly subdomain: string;
}

const readNumber = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
};

const readTime = (text: string): number => {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new InvalidArgumentError("It must be a time, as in 2026-01-31T12:00Z.");
  return time;
};

const readTarget = (text: string): AuditTarget => {
  const [, word, id] = /^([a-z_]+):(\d{1,15})$/.exec(text) ?? [];
  const type = auditTargets.find((one) => one === word);
  if (type === undefined)
    throw new InvalidArgumentError(`It must be as in user:12; there are ${auditTargets.join(", ")}.`);
  return { type, id: Number(id) };
};

/** One line of JSON. */
const lineOf = ({ loggedAt, ...entry }: LoggedAuditEntry): string =>
  `${JSON.stringify({ time: new Date(loggedAt).toISOString(), ...entry })}\n`;

/** Waits where whoever reads is slower, so that the log isn't gathered in memory. */
const print = (line: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(line, (error) => (error ? reject(error) : resolve()));
  });

const list = async (services: Services, { subdomain, limit, ...options }: Options): Promise<void> => {
  const realm = await realmBySubdomain(services)(subdomain);
  if (realm === undefined) throw new Error("There is no such organization");
  const { actor: actorId, kind: kinds, target, since, until } = options;
  const entries = exportAuditLog(services)(realm.id, { actorId, kinds, target, since, until });
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const entry of entries) {
    if (left === 0) return;
    left -= 1;
    await print(lineOf(entry));
  }
};

/** The command that reads the audit log of an organization. */
export const addAuditCommand = (program: Command, withApplication: WithApplication): void => {
  program
    .command("audit")
    .description("Who did what in an organization, the newest first, as lines of JSON")
    .option("--actor <id>", "only what this user did", readNumber)
    .addOption(new Option("--kind <kind...>", "only these kinds").choices(auditKinds))
    .option("--target <type:id>", "only what was done to this, as in user:12", readTarget)
    .option("--since <time>", "only from this time on, as in 2026-01-31 or 2026-01-31T12:00Z", readTime)
    .option("--until <time>", "only before this time", readTime)
    .option("--limit <count>", "at most so many", readNumber)
    .option("--subdomain <label>", "which organization; by default the one at the server's own address", "")
    .action((options: Options) => withApplication((services) => list(services, options)));
};
