import { addApp } from "../../../src/application/second-factors/add-app";
import { addPasskey } from "../../../src/application/second-factors/add-passkey";
import { beginApp } from "../../../src/application/second-factors/begin-app";
import { beginPasskey } from "../../../src/application/second-factors/begin-passkey";
import { codeShown, passkeyAnswer, plainCodes, plainPasskeys } from "./factor-fakes";
import { throttleWith } from "./fakes";
import { setPassword } from "./logins";
import { memoryRealm, type Person } from "./memory-realm";

/** The password of Ann and Ben in `realmWithFactors`. */
const password = "seven blue elephants";
/** Confirms their identity by the password. */
export const byPassword = { password, code: undefined };

/** Ann and Ben, who have passwords and may set up apps and passkeys. */
export const realmWithFactors = async (limits: Parameters<typeof throttleWith>[0] = {}) => {
  const found = await memoryRealm(
    { people: { ann: "member", ben: "member", ada: "administrator", bot: { botOf: "ann" } } },
    { oneTimeCodes: plainCodes(), passkeys: plainPasskeys(), throttle: throttleWith({ once: 1, ...limits }) },
  );
  const { ann, ben, services, realmId, mails, clock } = found;
  const secrets = new Map<number, string>();
  for (const one of [ann, ben]) await setPassword(found, one, password);
  return {
    ...found,
    /** Sets up an app by the code of the step before; returns the recovery codes. */
    setUpApp: async (who: Person) => {
      const { token, secret } = await who.does(beginApp);
      secrets.set(who.id, secret);
      const code = codeShown(secret, clock.now(), -1);
      return (await who.does(addApp, { token, code }, byPassword)) ?? [];
    },
    /** The code that the user's app shows now, or some steps later. */
    codeOf: ({ id }: Person, later = 0) => codeShown(secrets.get(id) ?? "", clock.now(), later),
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
