import { type Command, InvalidArgumentError, Option } from "commander";
import { exportAuditLog } from "../application/audit/export-audit-log";
import type { Needs } from "../application/bind-use-cases";
import {
  type AuditTarget,
  auditKinds,
  auditTargets,
  type LoggedAuditEntry,
} from "../domain/audit/audit-entry";
import { realmOption, requireRealm } from "./realm-option";

type Services = Needs<typeof exportAuditLog> & Parameters<typeof requireRealm>[0];
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
  if (Number.isNaN(time)) throw new InvalidArgumentError("It must be a time, such as 2026-01-31T12:00Z.");
  return time;
};

const readTarget = (text: string): AuditTarget => {
  const [, name, id] = /^([a-z_]+):(\d{1,15})$/.exec(text) ?? [];
  const type = auditTargets.find((target) => target === name);
  if (type === undefined)
    throw new InvalidArgumentError(`It must be for example user:12; there are ${auditTargets.join(", ")}.`);
  return { type, id: Number(id) };
};

/** One record as a line of JSON. */
const lineOf = ({ loggedAt, ...entry }: LoggedAuditEntry): string =>
  `${JSON.stringify({ time: new Date(loggedAt).toISOString(), ...entry })}\n`;

/** Waits for a slow reader, so that the log doesn't pile up in memory. */
const print = (line: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(line, (error) => (error ? reject(error) : resolve()));
  });

const list = async (services: Services, { subdomain, limit, ...options }: Options): Promise<void> => {
  const realmId = await requireRealm(services, subdomain);
  const { actor: actorId, kind: kinds, target, since, until } = options;
  const entries = exportAuditLog(services)(realmId, { actorId, kinds, target, since, until });
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const entry of entries) {
    if (left === 0) return;
    left -= 1;
    await print(lineOf(entry));
  }
};

/** The command that prints an organization's audit log. */
export const addAuditCommand = (program: Command, withApplication: WithApplication): void => {
  program
    .command("audit")
    .description("Print the audit log of an organization, newest first, as lines of JSON")
    .option("--actor <id>", "only what this user did", readNumber)
    .addOption(new Option("--kind <kind...>", "only these kinds").choices(auditKinds))
    .option("--target <type:id>", "only what was done to this, for example user:12", readTarget)
    .option("--since <time>", "only from this time on, for example 2026-01-31 or 2026-01-31T12:00Z", readTime)
    .option("--until <time>", "only before this time", readTime)
    .option("--limit <count>", "the maximum number of lines", readNumber)
    .option(...realmOption)
    .action((options: Options) => withApplication((services) => list(services, options)));
};
