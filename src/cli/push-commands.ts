import { generateKeyPairSync } from "node:crypto";
import type { Command } from "commander";
import * as E from "fp-ts/Either";
import { registerServer } from "../adapters/push/bouncer/server-registration";
import { pushHttp } from "../composition/adapters/push-relay";
import type { Config } from "../config/config";

const print = (...lines: readonly string[]): void => {
  process.stdout.write(`${lines.join("\n")}\n`);
};

const standard = (base64url: string | undefined): string =>
  Buffer.from(base64url ?? "", "base64url").toString("base64");

/** Commands for push notifications. */
export const addPushCommands = (program: Command, configured: () => Config): void => {
  const push = program.command("push").description("Set up push notifications");

  push
    .command("register")
    .description(
      "Register this server with the push bouncer at PARLEY_BOUNCER_URL, and print the settings for it",
    )
    .requiredOption("--contact <address>", "the operator's email address")
    .action(async ({ contact }: { contact: string }) => {
      const { url, bouncerUrl } = configured();
      if (url === undefined)
        throw new Error("Set PARLEY_URL first: the bouncer registers the server's host name");
      const registered = await registerServer(pushHttp(), bouncerUrl, new URL(url).host, contact);
      if (E.isLeft(registered)) throw new Error(registered.left.detail);
      const { serverId, serverKey } = registered.right;
      print("PARLEY_PUSH=bouncer", `PARLEY_BOUNCER_ID=${serverId}`, `PARLEY_BOUNCER_KEY=${serverKey}`);
    });

  push
    .command("keys")
    .description("Make a key pair for your own apps, which encrypt their devices' addresses with it")
    .action(() => {
      const { d, x } = generateKeyPairSync("x25519").privateKey.export({ format: "jwk" });
      print(`PARLEY_PUSH_REGISTRATION_KEY=${standard(d)}`, `# For the app: ${standard(x)}`);
    });
};
