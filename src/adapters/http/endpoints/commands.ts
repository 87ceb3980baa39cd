import { left, right } from "fp-ts/Either";
import { map } from "fp-ts/TaskEither";
import { updateSettings } from "../../../application/users/update-settings";
import { badRequest } from "../../../domain/errors";
import type { UserSettings } from "../../../domain/user-settings";
import { required } from "../codecs/parameter";
import { textUpTo } from "../codecs/wire-type";
import { endpoint } from "../endpoint";

interface Command {
  readonly settings: Partial<UserSettings>;
  /** What the caller reads of it. */
  readonly answer: string;
}

const dark: Command = {
  settings: { colorScheme: 2 },
  answer: "The dark theme is on. `/light` turns it off.",
};
const light: Command = {
  settings: { colorScheme: 3 },
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
    if (!written.startsWith("/"))
      return async () => left(badRequest("There should be a leading slash in the zcommand."));
    const name = written.slice(1).trim();
    if (name === "ping") return async () => right({});
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) return async () => left(badRequest(`No such command: ${name}`));
    const nothingElse = {
      timezone: undefined,
      fullName: undefined,
      email: undefined,
      oldPassword: undefined,
      newPassword: undefined,
      code: undefined,
      hasKey: false,
    };
    return map(() => ({ msg: command.answer }))(
      updateSettings(caller, { settings: command.settings, ...nothingElse }),
    );
  },
});

export const commandEndpoints = [runCommandEndpoint];
