import { authenticate } from "../../../src/application/api-keys/authenticate";
import { authenticateByKey } from "../../../src/application/api-keys/authenticate-by-key";
import { commitBeside } from "../storage/commits";
import { plainApiKeys } from "./fakes";
import { memoryRealm, type Person } from "./memory-realm";

/** A realm whose people enter with their API keys. Ben's password is "right". */
export const keyRealm = async () => {
  const founded = await memoryRealm({
    people: {
      ada: "administrator",
      ben: "member",
      cleo: "member",
      robot: { botOf: "ben" },
      gone: { isActive: false },
    },
  });
  const { services, realmId, ben } = founded;
  await commitBeside(founded.world.persistence.eventStore, realmId, {
    secrets: [{ kind: "password", userId: ben.id, hash: "hash of right" }],
  });
  const holder = { client: "test", remoteAddress: "::1" };
  const keyOf = (who: Person, version = 1) => plainApiKeys.keyOf(realmId, who.id, version);
  return {
    ...founded,
    keyOf,
    enter: (email: string, key: string) => authenticate(services)(realmId, email, key, holder),
    enterByKey: (key: string) => authenticateByKey(services)(realmId, key, holder),
  };
};

/** A password as typed, and no second factor. */
export const typed = (password: string | undefined) => ({ password, code: undefined });
