import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { partialRecordOf } from "../domain/codec/record-of";
import { keysOf } from "../domain/collections/keys-of";
import { callSettings } from "./call-settings";
import { parleyCommand } from "./command-name";
import { companionProblem } from "./companions";
import { fileSettings } from "./file-settings";
import { firstRealmSettings } from "./first-realm-settings";
import { gifSettings } from "./gif-settings";
import { jwtKeyProblem } from "./jwt-key";
import { mailSettings } from "./mail-settings";
import { pushProblem, pushSettings } from "./push-settings";
import { scaleSettings } from "./scale-settings";
import { serverSettings } from "./server-settings";
import type { Setting } from "./setting";
import { signOnSettings } from "./sign-on-settings";
import { summarySettings } from "./summary-settings";

/** All settings. The command `config` lists them. */
export const settings = {
  ...serverSettings,
  ...scaleSettings,
  ...fileSettings,
  ...mailSettings,
  ...signOnSettings,
  ...callSettings,
  ...summarySettings,
  ...gifSettings,
  ...pushSettings,
  ...firstRealmSettings,
};

type Settings = typeof settings;
type Read<S> = S extends Setting<infer A> ? A : never;
/** The effective settings; those without a default are undefined unless set. */
export type Config = { readonly [Name in keyof Settings]: Read<Settings[Name]> };

const loopback = ["127.0.0.1", "::1", "localhost"];

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment; fails with one line that names the variable and its problem. */
export const readConfig = (environment: Environment): E.Either<string, Config> => {
  const names = keysOf(settings);
  return pipe(
    names,
    E.traverseArray((name) => readSetting(settings[name], environment)),
    // Each value was read by the codec of its setting.
    E.map((values) => partialRecordOf(names, (_name, index) => values[index]) as Config),
    E.chainFirst(() => checkVariables(environment)),
    E.chain(checkCombinations),
  );
};

const readSetting = (
  { variable, codec, fallback, isSecret }: Setting<unknown>,
  environment: Environment,
): E.Either<string, unknown> => {
  const text = environment[variable] ?? fallback;
  if (text === undefined) return E.right(undefined);
  return pipe(
    codec.decode(text),
    E.mapLeft(([first]) => {
      const shown = isSecret ? "" : `; it is ${JSON.stringify(text)}`;
      return `${variable} ${first?.message}${shown}`;
    }),
  );
};

const checkVariables = (environment: Environment): E.Either<string, undefined> => {
  const unknown = Object.keys(environment).find(
    (variable) =>
      variable.startsWith("PARLEY_") &&
      !variable.startsWith("PARLEY_TEST_") &&
      !Object.values(settings).some((setting) => setting.variable === variable),
  );
  return unknown === undefined
    ? E.right(undefined)
    : E.left(`${unknown} isn't a Parley setting; ${parleyCommand} config lists them`);
};

/** Checks the settings that depend on others. */
const checkCombinations = (read: Config): E.Either<string, Config> => {
  if (read.mode === "development" && !loopback.includes(read.host))
    return E.left(
      `PARLEY_MODE=development lets anyone in, so PARLEY_HOST must be a loopback address; it is "${read.host}"`,
    );
  if (read.storage === "s3" && read.s3Bucket === undefined)
    return E.left("PARLEY_STORAGE=s3 needs PARLEY_S3_BUCKET");
  if (read.wakeup === "redis" && read.redisUrl === undefined)
    return E.left("PARLEY_WAKEUP=redis needs PARLEY_REDIS_URL");
  if (read.wakeup === "nats" && read.natsUrl === undefined)
    return E.left("PARLEY_WAKEUP=nats needs PARLEY_NATS_URL");
  // Redis also counts calls, but NATS does nothing else: without this, nodes would silently use NOTIFY.
  if (read.natsUrl !== undefined && read.wakeup !== "nats")
    return E.left("PARLEY_NATS_URL needs PARLEY_WAKEUP=nats");
  if (
    read.oidcIssuer?.startsWith("http:") &&
    !loopback.includes(new URL(read.oidcIssuer).hostname.replace(/[[\]]/g, ""))
  )
    return E.left(`PARLEY_OIDC_ISSUER must be a URL that begins with https://; it is "${read.oidcIssuer}"`);
  const problem =
    companionProblem(read, (name) => settings[name].variable) ??
    jwtKeyProblem(read.jwtKey, read.jwtAlgorithm) ??
    pushProblem(read);
  return problem === undefined ? E.right(read) : E.left(problem);
};
