import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { updateSettings } from "../../../../application/accounts/update-settings";
import type { UserSettings } from "../../../../domain/users/user-settings";
import { required } from "../../../zulip-wire/codecs/parameter";
import { textUpTo } from "../../../zulip-wire/codecs/wire-type";
import { type MalformedRequest, malformedRequest } from "../../../zulip-wire/malformed-request";
import { endpoint } from "../../declaration/endpoint";

interface Command {
  readonly settings: Partial<UserSettings>;
  /** Shown to the caller. */
  readonly answer: string;
}

const dark: Command = {
  settings: { colorScheme: "dark" },
  answer: "The dark theme is on. `/light` turns it off.",
};
const light: Command = {
  settings: { colorScheme: "light" },
  answer: "The light theme is on. `/dark` turns it off.",
};

const commands: Readonly<Record<string, Command>> = {
  dark,
  night: dark,
  light,
  day: light,
  "fluid-width": {
    settings: { fluidLayoutWidth: true },
    answer: "Conversations take all of the width. `/fixed-width` undoes that.",
  },
  "fixed-width": {
    settings: { fluidLayoutWidth: false },
    answer: "Conversations have a fixed width. `/fluid-width` undoes that.",
  },
};

const missingSlash = malformedRequest("There should be a leading slash in the zcommand.");
const unknownCommand = (name: string): MalformedRequest => malformedRequest(`No such command: ${name}`);

const runCommandEndpoint = endpoint({
  method: "post",
  at: "/zcommand",
  caller: "user",
  forPeopleOnly: true,
  summary: "Run a command that begins with a slash: /ping, /dark, /light, /fluid-width, /fixed-width",
  path: {},
  params: { command: required(textUpTo(200)) },
  response: { msg: { type: "string" } },
  use: updateSettings,
  run: (updateSettings, { caller }, { command: written }) => {
    if (!written.startsWith("/")) return TE.left(missingSlash);
    const name = written.slice(1).trim();
    if (name === "ping") return TE.right({});
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) return TE.left(unknownCommand(name));
    const unchanged = {
      timezone: undefined,
      fullName: undefined,
      email: undefined,
      oldPassword: undefined,
      newPassword: undefined,
      code: undefined,
      hasKey: false,
    };
    return pipe(
      updateSettings(caller, { settings: command.settings, ...unchanged }),
      TE.map(() => ({ msg: command.answer })),
    );
  },
});

export const commandEndpoints = [runCommandEndpoint];
