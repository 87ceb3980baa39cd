import { Command } from "commander";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { inThreadRenderer } from "../adapters/markdown/in-thread-renderer";
import { systemClock } from "../adapters/system/clock";
import type { Clock } from "../application/ports/system/clock";
import { createRealm } from "../application/realm/create-realm";
import { reactivateRealm } from "../application/realm/reactivate-realm";
import { restoreMessages } from "../application/retention/restore-messages";
import { storageOf } from "../composition/adapters/storage";
import { nameFromEmail, printNewRealm } from "../composition/components/first-realm";
import { siteAddress } from "../composition/components/site-address";
import { compose } from "../composition/compose";
import { startAll } from "../composition/lifecycle/lifecycle";
import type { Services } from "../composition/open-services";
import { type Config, readConfig, settings } from "../config/config";
import { version } from "../config/version";
import { pluralized } from "../domain/text/pluralized";
import { addAuditCommand } from "./audit-command";
import { addBackupCommands } from "./backup/backup-commands";
import { addDatabaseCommands } from "./database-commands";
import { fillDemo } from "./demo";
import { demoClock } from "./demo/demo-clock";
import type { DemoOptions } from "./demo/demo-options";
import { addDoctorCommand } from "./doctor/doctor-command";
import { addJobCommands } from "./job-commands";
import { addMigrateCommand } from "./migrate-command";
import { migrateFiles } from "./migrate-files";
import { addPushCommands } from "./push-commands";
import { realmOption, requireRealm } from "./realm-option";
import { addSecretCommands } from "./secret-commands";
import { addUserCommands } from "./user-commands";

const fail = (line: string): never => {
  process.stderr.write(`parley: ${line}\n`);
  process.exit(1);
};

const configured = (): Config => pipe(readConfig(process.env), E.getOrElse<string, Config>(fail));

/** Runs a command on the database, whether or not a server is running. */
const withApplication = async (
  run: (services: Services) => Promise<void>,
  clock: Clock = systemClock,
): Promise<void> => {
  const config = configured();
  const onError = (error: unknown) => process.stderr.write(`${error}\n`);
  const storage = storageOf(config, { log: () => {}, mayUseRunningServer: true });
  const { services, commonComponents } = await compose(config, storage, {
    onError,
    print: () => {},
    clock,
    siteUrl: siteAddress(config).url,
    makeRenderer: inThreadRenderer,
  });
  const running = await startAll([storage, ...commonComponents], ({ err }) => onError(err));
  try {
    await run(services);
  } finally {
    await running.stop();
  }
};

const program = new Command("parley")
  .description("Commands for operators of a Parley server")
  .version(version, "--version", "print the version");

program
  .command("config")
  .description("List every setting with its default and meaning")
  .action(() => {
    for (const { variable, fallback, meaning } of Object.values(settings))
      process.stdout.write(`${variable}\n  ${meaning}.\n  Default: ${fallback ?? "none"}\n`);
  });

const realm = program.command("realm").description("Create and reactivate organizations");

realm
  .command("reactivate")
  .description("Reactivate an organization that its owner has deactivated")
  .option(...realmOption)
  .action(async ({ subdomain }: { subdomain: string }) =>
    withApplication(async (services) => {
      const outcome = await reactivateRealm(services)(await requireRealm(services, subdomain))();
      if (E.isLeft(outcome)) throw new Error(outcome.left.message);
    }),
  );

realm
  .command("create")
  .description("Create an organization with its owner")
  .requiredOption("--name <name>", "its name")
  .requiredOption("--owner-email <address>", "its owner's address")
  .option("--owner-name <name>", "its owner's name; by default the address up to the @")
  .option(
    "--owner-password <password>",
    "its owner's password; by default Parley generates one and shows it once",
  )
  .option(
    "--subdomain <label>",
    "first label of its host name; by default it is at the server's own address",
    "",
  )
  .action(
    async (options: {
      name: string;
      ownerEmail: string;
      ownerName?: string;
      ownerPassword?: string;
      subdomain: string;
    }) =>
      withApplication(async (services) => {
        const { name, ownerEmail, ownerPassword, subdomain } = options;
        const ownerName = options.ownerName ?? nameFromEmail(ownerEmail);
        const created = await createRealm(services)({
          name,
          ownerEmail,
          ownerName,
          subdomain,
          ...(ownerPassword !== undefined && { ownerPassword }),
        })();
        if (E.isLeft(created)) throw new Error(created.left.message);
        printNewRealm(name, ownerEmail, created.right.generatedPassword);
      }),
  );

program
  .command("messages")
  .description("Restore deleted messages")
  .command("restore")
  .description(
    "Restore messages that users or the retention policy deleted, unless already removed permanently",
  )
  .requiredOption(
    "--since <time>",
    "deleted at this time or later, for example 2026-01-31 or 2026-01-31T12:00Z",
  )
  .option("--channel <name>", "only messages of this channel")
  .option(...realmOption)
  .action(async (options: { since: string; channel?: string; subdomain: string }) =>
    withApplication(async (services) => {
      const deletedSince = Date.parse(options.since);
      if (Number.isNaN(deletedSince))
        throw new Error("--since must be a time, for example 2026-01-31T12:00Z");
      const realmId = await requireRealm(services, options.subdomain);
      const outcome = await restoreMessages(services)(realmId, {
        deletedSince,
        channelName: options.channel,
      })();
      if (E.isLeft(outcome)) throw new Error(outcome.left.message);
      process.stdout.write(`Restored ${pluralized(outcome.right, "message")}\n`);
    }),
  );

program
  .command("files")
  .description("Move uploaded files and pictures")
  .command("migrate")
  .description("Copy all files to the other storage and verify them, whether the server is running or not")
  .requiredOption("--to <storage>", "disk or s3")
  .action(async ({ to }: { to: string }) => migrateFiles(configured(), to));

program
  .command("demo")
  .description(
    "Fill an organization with people, channels and messages to try things out; create one if there is none",
  )
  .option(...realmOption)
  .option("--into-existing", "fill an organization that the demo didn't create, too")
  .action(async (options: DemoOptions) => {
    const clock = demoClock(systemClock);
    await withApplication((services) => fillDemo(services, clock, options), clock);
  });

addUserCommands(program, withApplication);
addAuditCommand(program, withApplication);
addJobCommands(program, withApplication);
addPushCommands(program, configured);
addDoctorCommand(program);
addMigrateCommand(program, configured);
addDatabaseCommands(program, configured);
addBackupCommands(program, configured);
addSecretCommands(program, configured);

program.parseAsync().catch((error: Error) => fail(error.message));
