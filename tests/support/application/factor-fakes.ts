import * as t from "io-ts";
import type { OneTimeCodes } from "../../../src/application/ports/login/one-time-codes";
import type { Passkey, PasskeySite, Passkeys } from "../../../src/application/ports/login/passkeys";
import { valueOfJson } from "../../../src/domain/codec/json-text";

const stepLength = 30_000;
const plainCode = (secret: string, step: number): string =>
  `${(step + 1000 * Number(secret.replace("secret ", ""))) % 1_000_000}`.padStart(6, "0");

/** The code that an app with a secret of `plainCodes` shows at a time, or some steps later. */
export const codeShown = (secret: string, now: number, later = 0): string =>
  plainCode(secret, Math.floor(now / stepLength) + later);

/** Numbered secrets, and codes that count the steps. */
export const plainCodes = (): OneTimeCodes => {
  let last = 0;
  return {
    newSecret: () => {
      last += 1;
      return `secret ${last}`;
    },
    stepOf: (secret, code, now) => {
      const step = Math.floor(now / stepLength);
      return [step - 1, step, step + 1].find((one) => plainCode(secret, one) === code);
    },
    uriOf: (secret, issuer, account) =>
      `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?secret=${encodeURIComponent(secret)}`,
  };
};

/** What a browser reports about a key: the challenge that it answers, and how often the key was used. */
export const passkeyAnswer = (options: string | undefined, key = "key", uses = 0): string =>
  JSON.stringify({ ...JSON.parse(options ?? "{}"), key, uses });

let keysMade = 0;
/** A key on a device that shows a page of the origin. It counts its uses. */
export const plainKey = (origin: string) => {
  keysMade += 1;
  const name = `key ${keysMade}`;
  let uses = 0;
  const answer = (options: string) =>
    passkeyAnswer(JSON.stringify({ ...JSON.parse(options), origin }), name, uses);
  return {
    make: answer,
    use: (options: string) => {
      uses += 1;
      return answer(options);
    },
  };
};

const answerCodec = t.type({
  asked: t.string,
  challenge: t.string,
  origin: t.string,
  key: t.string,
  uses: t.number,
});

/** Believes answers to its own challenges, for the site that they name. */
export const plainPasskeys = (): Passkeys => {
  let last = 0;
  const ask = (asked: "create" | "use", { origin }: PasskeySite, known: readonly Passkey[]) => {
    last += 1;
    const challenge = `challenge-${last}`;
    const keys = known.map(({ credentialId }) => credentialId);
    return { challenge, options: JSON.stringify({ asked, challenge, origin, keys }) };
  };
  const read = (asked: "create" | "use", { origin }: PasskeySite, challenge: string, answer: string) => {
    const given = valueOfJson(answerCodec, answer);
    const fits = given?.asked === asked && given.challenge === challenge && given.origin === origin;
    return fits ? given : undefined;
  };
  return {
    offerCreation: async (site, _owner, known) => ask("create", site, known),
    offerUse: async (site, known) => ask("use", site, known),
    verifyCreation: async (site, challenge, answer) => {
      const made = read("create", site, challenge, answer);
      return (
        made && {
          passkey: { credentialId: made.key, publicKey: "public", transports: [] },
          counter: made.uses,
        }
      );
    },
    verifyUse: async (site, challenge, answer, known) => {
      const used = read("use", site, challenge, answer);
      const passkey = known.find(({ credentialId }) => credentialId === used?.key);
      return used && passkey && { credentialId: passkey.credentialId, counter: used.uses };
    },
  };
};
