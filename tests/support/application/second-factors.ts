import type { Passkeys } from "../../../src/application/ports/login/passkeys";
import { addApp } from "../../../src/application/second-factors/add-app";
import { addPasskey } from "../../../src/application/second-factors/add-passkey";
import { beginApp } from "../../../src/application/second-factors/begin-app";
import { beginPasskey } from "../../../src/application/second-factors/begin-passkey";
import { oneCode, setPassword, throttleWith } from "./logins";
import { memoryRealm, type Person } from "./memory-realm";

/** The password of Ann and Ben in `realmWithFactors`. */
const password = "seven blue elephants";
/** Confirms who they are by the password. */
export const byPassword = { password, code: undefined };

/** What a browser says of a key: the challenge that it answers, and how often the key was used. */
export const passkeyAnswer = (options: string | undefined, key = "key", uses = 0): string =>
  JSON.stringify({ ...JSON.parse(options ?? "{}"), key, uses });

/** Believes answers to its own challenges, for the site that they name. */
const plainPasskeys = (): Passkeys => {
  let last = 0;
  const ask = async ({ origin }: { readonly origin: string }) => {
    last += 1;
    const challenge = `challenge-${last}`;
    return { challenge, options: JSON.stringify({ challenge, origin }) };
  };
  const read = (site: { readonly origin: string }, challenge: string, answer: string) => {
    const { key, uses, ...rest } = JSON.parse(answer);
    return rest.challenge === challenge && rest.origin === site.origin ? { key, uses } : undefined;
  };
  return {
    offerCreation: ask,
    offerUse: ask,
    verifyCreation: async (site, challenge, answer) => {
      const made = read(site, challenge, answer);
      return (
        made && {
          passkey: { credentialId: made.key, publicKey: "public", transports: [] },
          counter: made.uses,
        }
      );
    },
    verifyUse: async (site, challenge, answer, known) => {
      const used = read(site, challenge, answer);
      const passkey = known.find(({ credentialId }) => credentialId === used?.key);
      return used && passkey && { credentialId: passkey.credentialId, counter: used.uses };
    },
  };
};

/** Ann and Ben, who have passwords and may set up apps (with the codes of `oneCode`) and passkeys. */
export const realmWithFactors = async (limits: Parameters<typeof throttleWith>[0] = {}) => {
  const found = await memoryRealm(
    { people: { ann: "member", ben: "member", ada: "administrator", bot: { botOf: "ann" } } },
    { oneTimeCodes: oneCode, passkeys: plainPasskeys(), throttle: throttleWith({ once: 1, ...limits }) },
  );
  const { ann, ben, services, realmId, mails } = found;
  for (const one of [ann, ben]) await setPassword(found, one, password);
  return {
    ...found,
    /** Sets up an app by the code 111111; returns the recovery codes. */
    setUpApp: async (who: Person) => {
      const { token } = await who.does(beginApp);
      return (await who.does(addApp, { token, code: "111111" }, byPassword)) ?? [];
    },
    /** Sets up a passkey; returns the recovery codes. */
    setUpPasskey: async (who: Person, key = "key", uses = 0) => {
      const { token, options } = await who.does(beginPasskey);
      return who.does(
        addPasskey,
        { token, answer: passkeyAnswer(options, key, uses), name: key },
        byPassword,
      );
    },
    factors: ({ userId }: Person) => services.credentials.secondFactors(realmId, userId),
    codesLeft: ({ userId }: Person) => services.credentials.recoveryCodes(realmId, userId),
    /** The news of second factors that were mailed. */
    news: async () =>
      (await mails()).flatMap(({ to, letter }) =>
        letter.kind === "second_factors" ? [{ to, ...letter.news }] : [],
      ),
  };
};
